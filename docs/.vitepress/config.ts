import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { linksOf, slugOf } from '../../scripts/markdown-links.ts';
import { isSearched, searchOptions } from '../../scripts/site/search.ts';
import { sidebar } from '../../scripts/site/sidebar.ts';
import { siteLink, sitePages, sitePath } from '../../scripts/site/site-links.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const base = process.env.DOCS_BASE ?? '/';
const pages = sitePages();
const files = [...pages];
const allMarkdown = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules'] });
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const titles = new Map(
  files.map((file) => [sitePath(file), /^# (.+)$/m.exec(read(file))?.[1]?.replaceAll('`', '') ?? file]),
);

/** Turns links to Markdown files into links to pages, and links to other files into links to their copies. */
function rewriteLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
    // The index of the search renders with `path` only.
    const page = String(env.realPath ?? env.path).slice(root.length);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null;
      const becomes = link === null ? undefined : siteLink(page, link, pages);
      if (becomes?.kind === 'page') token.attrSet('href', becomes.href);
      if (becomes?.kind === 'file') {
        token.attrSet('href', base + becomes.href.slice(1));
        token.attrSet('target', '_blank');
      }
    }
  });
}

/** Draws a `mermaid` block, and shows the name of a file above its code: ```` ```ts name.ts ````. */
function extendFences(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    if (info.trim() === 'mermaid') return `<MermaidDiagram code="${encodeURIComponent(content)}" />\n`;
    const name = /^\w+ ([\w.-]+)$/.exec(info.trim())?.[1];
    const title = name === undefined ? '' : `<p class="file-name"><code>${name}</code></p>\n`;
    return title + (fence?.(tokens, index, options, env, self) ?? '');
  };
}

/** Copies the files that pages link, as text. */
function copyLinkedFiles(outDir: string): void {
  for (const page of files)
    for (const link of linksOf(read(page))) {
      const becomes = siteLink(page, link, pages);
      if (becomes?.kind !== 'file') continue;
      mkdirSync(dirname(join(outDir, becomes.href)), { recursive: true });
      cpSync(join(root, becomes.path), join(outDir, becomes.href));
    }
}

/** Vite looks for the packages of a page from the root of the repository, which has none of the site. */
function keepOutside(id: string, _importer: string | undefined, { ssr = false }: { ssr?: boolean }) {
  return ssr && ['vue', 'vue/server-renderer', 'mermaid'].includes(id) ? { id, external: true } : undefined;
}

export default defineConfig({
  title: 'store-orders-sim',
  description: 'A simulator and a contract checker for the Store Orders Service',
  base,
  srcDir: root,
  srcExclude: allMarkdown.filter((file) => !pages.has(file)),
  rewrites: (file) => sitePath(file),
  cleanUrls: false,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slugOf },
    config(md) {
      rewriteLinks(md);
      extendFences(md);
    },
  },
  vite: {
    plugins: [
      { name: 'packages-of-the-site', enforce: 'pre', resolveId: keepOutside },
      ...llmstxt({
        ignoreFiles: [
          'docs/maintainers/**',
          ...allMarkdown.filter((file) => !pages.has(file) || !isSearched(file)),
        ],
        injectLLMHint: false,
      }),
    ],
    // Mermaid loads the part for each kind of diagram on demand; its largest part is 1.5 MB.
    // Tree shaking of Mermaid would take most of the build, and it is loaded by pages with a diagram only.
    build: { chunkSizeWarningLimit: 2000, rollupOptions: { treeshake: false } },
  },
  buildEnd: ({ outDir }) => copyLinkedFiles(outDir),
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start/', activeMatch: '^/start/' },
      { text: 'Guides', link: '/guides/testing', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/reference/settings', activeMatch: '^/reference/' },
    ],
    sidebar: sidebar(titles).map((group) => ({ ...group, items: [...group.items] })),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: (src, env, md) => (isSearched(env.relativePath) ? md.render(src, env) : ''),
        miniSearch: { searchOptions },
      },
    },
  },
});
