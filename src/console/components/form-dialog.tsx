import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ControlResponses } from '../../control-api.ts';
import type { Action, RouteName } from '../api/action.ts';
import { CurlButton, useAction } from './action-button.tsx';
import { Button } from './button.tsx';
import { ErrorBanner } from './states.tsx';

/**
 * A modal dialog with the form of one action; beside its button, another copies the action as `curl`. It is open while it is
 * rendered. Escape, the button at its corner and a success close it.
 */
export function FormDialog<R extends RouteName>(props: {
  readonly title: string;
  readonly submit: string;
  readonly action: Action<R>;
  readonly disabled?: boolean;
  readonly wide?: boolean;
  readonly onDone?: (result: ControlResponses[R]) => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const { title, submit, action, disabled = false, wide = false, onDone, onClose, children } = props;
  const id = useId();
  const dialog = useModal();
  const [failure, setFailure] = useState<string>();
  const { busy, send } = useAction(action, {
    onDone: (result) => {
      onClose();
      onDone?.(result);
    },
    onFailed: setFailure,
  });
  return (
    <dialog ref={dialog} class={wide ? 'wide' : ''} aria-labelledby={id} onClose={onClose}>
      <header class="row">
        <h2 id={id}>{title}</h2>
        <Button tone="quiet" icon="close" aria-label="Close" onClick={() => dialog.current?.close()} />
      </header>
      <form
        class="form stack"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div class="fields">{children}</div>
        {failure !== undefined && <ErrorBanner text={failure} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={disabled} aria-busy={busy}>
            {submit}
          </button>
          <CurlButton action={action} />
        </div>
      </form>
    </dialog>
  );
}

/** Opens a dialog, and gives the focus back when it is gone. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // Without this, the button that closes the dialog has the focus.
    dialog.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
}
