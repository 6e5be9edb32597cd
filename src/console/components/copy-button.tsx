import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';

/** How long the button shows that the text was copied. */
const shownMs = 1500;

/** Copies a text to the clipboard. `label` says what: `Copy the base URL`. With `children`, the button shows them. */
export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly children?: string;
}) {
  const { text, label, icon = 'copy', children } = props;
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    // Without TLS, a browser has a clipboard only on localhost.
    void (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" class="button quiet copy" aria-label={label} title={label} onClick={copy}>
      <Icon name={state === 'copied' ? 'check' : icon} />
      {children !== undefined && <span>{state === 'copied' ? 'Copied' : children}</span>}
      <span class="hidden" role="status">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'The browser did not allow copying' : ''}
      </span>
    </button>
  );
}
