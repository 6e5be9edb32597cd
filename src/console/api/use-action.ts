import { useCallback } from 'preact/hooks';
import type { ControlResponses } from '../../control-api.ts';
import { useConsole } from '../console-context.ts';
import { type Action, curlOf, type RouteName } from './action.ts';
import { messageOf } from './api.ts';

export type Outcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Returns a function that sends an action. It remembers what was done as a step, and shows a notice of it. A failure is
 * shown by the caller.
 */
export function useAction(): <R extends RouteName>(
  action: Action<R>,
) => Promise<Outcome<ControlResponses[R]>> {
  const { base, api, notices, steps } = useConsole();
  return useCallback(
    async (action) => {
      const { route, title, done } = action;
      try {
        const result = await api.json(route, action);
        const curl = curlOf(base, action);
        steps.add({ at: new Date(), title, curl });
        notices.add({ tone: 'done', text: done?.(result) ?? `${title}: done`, curl });
        return { kind: 'done', result };
      } catch (error) {
        return { kind: 'failed', message: messageOf(error) };
      }
    },
    [base, api, notices, steps],
  );
}
