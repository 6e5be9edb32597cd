import { useCallback } from 'preact/hooks';
import type { ControlResponses } from '../../shared/control-api.ts';
import { useConsole } from '../console-context.ts';
import { type Action, curlOf, type RouteName } from './action.ts';
import { messageOf } from './api.ts';

/** Returns a function that sends an action, shows how it ended, and remembers it as a step. Returns undefined on failure. */
export function useAction(): <R extends RouteName>(
  action: Action<R>,
) => Promise<ControlResponses[R] | undefined> {
  const { base, api, notices, steps } = useConsole();
  return useCallback(
    async (action) => {
      const { route, title, done } = action;
      const curl = curlOf(base, action);
      try {
        const result = await api.json(route, action);
        steps.add({ at: new Date(), title, curl });
        notices.add({ tone: 'done', text: done?.(result) ?? `${title}: done`, curl });
        return result;
      } catch (error) {
        notices.add({ tone: 'failed', text: `${title}: ${messageOf(error)}`, curl });
        return undefined;
      }
    },
    [base, api, notices, steps],
  );
}
