import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ControlResponses } from '../../control-api.ts';
import type { Action, RouteName } from '../api/action.ts';
import { useAction } from '../api/use-action.ts';
import { CurlButton } from './action-button.tsx';
import { ErrorBanner } from './states.tsx';

/** A form that sends one action; beside its button, another copies the action as `curl`. */
export function ActionForm<R extends RouteName>(props: {
  readonly action: Action<R>;
  readonly submit: string;
  readonly disabled?: boolean;
  readonly onDone: (result: ControlResponses[R]) => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { action, submit, disabled = false, onDone, children } = props;
  const [failure, setFailure] = useState<string>();
  const { busy, send } = useAction(action, {
    onDone: (result) => {
      setFailure(undefined);
      onDone(result);
    },
    onFailed: setFailure,
  });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div class="fields">{children}</div>
      {failure !== undefined && <ErrorBanner text={failure} />}
      <div class="buttons">
        <button type="submit" class="button primary" disabled={disabled} aria-busy={busy}>
          {submit}
        </button>
        <CurlButton action={action} />
      </div>
    </form>
  );
}
