import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';

export type ButtonProps = ButtonHTMLAttributes & {
  readonly icon?: IconName | undefined;
  readonly label?: ComponentChildren;
  readonly tone?: 'plain' | 'primary' | 'danger' | 'quiet';
};

/** A button of the page. One without a `label` has an `aria-label`. */
export function Button({ icon, label, tone = 'plain', ...attributes }: ButtonProps) {
  return (
    <button type="button" class={`button ${tone}`} {...attributes}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}

/** A button that opens a dialog. */
export function DialogButton(
  props: ButtonProps & { readonly dialog: (close: () => void) => ComponentChildren },
) {
  const { dialog, ...button } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {open && dialog(() => setOpen(false))}
    </>
  );
}

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
