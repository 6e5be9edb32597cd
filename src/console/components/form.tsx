import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlResponses } from '../../shared/control-api.ts';
import type { Action, RouteName } from '../api/action.ts';
import { useAction } from '../api/use-action.ts';
import { CurlButton } from './action-button.tsx';

/** A form that sends one action; beside its button, another copies the action as `curl`. */
export function ActionForm<R extends RouteName>(props: {
  readonly action: Action<R>;
  readonly submit: string;
  readonly disabled?: boolean;
  readonly onDone: (result: ControlResponses[R]) => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { action, submit, disabled = false, onDone, children } = props;
  const run = useAction();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const result = await run(action);
    setBusy(false);
    if (result !== undefined) onDone(result);
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void send();
      }}
    >
      <div class="fields">{children}</div>
      <div class="buttons">
        <button type="submit" class="button primary" disabled={disabled} aria-busy={busy}>
          {submit}
        </button>
        <CurlButton action={action} />
      </div>
    </form>
  );
}
