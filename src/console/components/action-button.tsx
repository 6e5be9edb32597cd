import type { ControlResponses } from '../../control-api.ts';
import { type Action, curlOf, type RouteName } from '../api/action.ts';
import { useAction } from '../api/use-action.ts';
import { useConsole } from '../console-context.ts';
import { Button, type ButtonProps } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

export function CurlButton<R extends RouteName>({ action }: { readonly action: Action<R> }) {
  const { base } = useConsole();
  return (
    <CopyButton icon="terminal" text={curlOf(base, action)} label={`Copy as curl: ${action.title}`}>
      curl
    </CopyButton>
  );
}

/** Sends an action; beside it, a button copies it as `curl`. */
export function ActionButton<R extends RouteName>(
  props: Pick<ButtonProps, 'icon' | 'label' | 'tone' | 'disabled'> & {
    readonly action: Action<R>;
    /** Whether to leave out the button for `curl`, for example in a row of a table. */
    readonly bare?: boolean;
    readonly onDone?: (result: ControlResponses[R]) => void;
  },
) {
  const { action, bare = false, onDone, ...look } = props;
  const { notices } = useConsole();
  const onFailed = (message: string): void =>
    notices.add({ tone: 'failed', text: `${action.title}: ${message}` });
  const { busy, send } = useAction(action, { onDone, onFailed });
  const button = <Button {...look} aria-label={action.title} aria-busy={busy} onClick={() => void send()} />;
  if (bare) return button;
  return (
    <span class="joined">
      {button}
      <CurlButton action={action} />
    </span>
  );
}
