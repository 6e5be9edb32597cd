import type { JSX } from 'preact';
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
}): JSX.Element {
  const { text, label, icon = 'copy', children } = props;
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    void copyText(text).then((copied) => setState(copied ? 'copied' : 'failed'));
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

/** Without TLS, a browser has a clipboard only on localhost: elsewhere, the text of a selection is copied. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden';
  const focused = document.activeElement;
  // A modal dialog makes everything outside of it inert.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
