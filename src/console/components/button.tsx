import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
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
