import { useState } from 'preact/hooks';
import type { ControlResponses } from '../../control-api.ts';
import { type Action, curlOf, type RouteName } from '../api/action.ts';
import { messageOf } from '../api/api.ts';
import { useConsole } from '../console-context.ts';
import { Button, type ButtonProps, CopyButton } from './button.tsx';

/** Returns a function that sends an action, and whether it is under way. What was done is shown as a notice. */
export function useAction<R extends RouteName>(
  action: Action<R>,
  on: {
    readonly onDone?: ((result: ControlResponses[R]) => void) | undefined;
    readonly onFailed: (message: string) => void;
  },
): { readonly busy: boolean; readonly send: () => Promise<void> } {
  const { api, notices, changes } = useConsole();
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    const result = await api.json(action.route, action);
    const { title, done } = action;
    changes.set(changes.get() + 1);
    notices.add({ tone: 'done', text: done?.(result) ?? `${title}: done` });
    on.onDone?.(result);
  };
  const send = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await run().catch((error: unknown) => on.onFailed(messageOf(error)));
    setBusy(false);
  };
  return { busy, send };
}

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
