import { useState } from 'preact/hooks';
import type { ControlResponses } from '../../control-api.ts';
import { useConsole } from '../console-context.ts';
import type { Action, RouteName } from './action.ts';
import { messageOf } from './api.ts';

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
