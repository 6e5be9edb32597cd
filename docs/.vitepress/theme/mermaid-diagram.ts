import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, useId, watch } from 'vue';

/** A Mermaid diagram, drawn in the browser in the colours of the page. Without JavaScript, its source is shown. */
export const MermaidDiagram = defineComponent({
  props: { code: { type: String, required: true } },
  setup(props) {
    const source = decodeURIComponent(props.code);
    const svg = ref('');
    const { isDark } = useData();
    const id = `diagram${useId().replace(/\W/g, '')}`;

    async function draw(): Promise<void> {
      const { default: mermaid } = await import('mermaid');
      mermaid.initialize({
        startOnLoad: false,
        securityLevel: 'strict',
        theme: isDark.value ? 'dark' : 'neutral',
        // Mermaid measures text outside the page, where nothing can be inherited.
        fontFamily: 'system-ui, sans-serif',
        themeVariables: isDark.value
          ? { noteBkgColor: '#2d2d33', noteTextColor: '#ffffff' }
          : { noteBkgColor: '#ffffff', noteTextColor: '#333333' },
      });
      svg.value = (await mermaid.render(id, source)).svg;
    }

    onMounted(draw);
    watch(isDark, draw);
    return () =>
      svg.value === ''
        ? h('pre', { class: 'diagram' }, source)
        : // It scrolls where it is wider than the page, also with the keys.
          h('div', { class: 'diagram', tabindex: 0, innerHTML: svg.value });
  },
});
