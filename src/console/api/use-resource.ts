import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Call, ControlApiError } from '../../client/caller.ts';
import type { ControlResponses } from '../../control-api.ts';
import { writeJson } from '../../json/json.ts';
import { useConsole } from '../console-context.ts';
import type { RouteName } from './action.ts';
import { messageOf } from './api.ts';

/** What the control API responded. While it is read again, the last response stays. */
export type Resource<T> = {
  readonly data: T | undefined;
  readonly error: string | undefined;
  /** The code of the refusal. */
  readonly code?: string | undefined;
  readonly reload?: () => void;
};

/**
 * Reads from the control API: now, when an action of this page has changed something, and, if `live`, each second while the
 * page is in sight.
 */
export function useResource<R extends RouteName>(
  route: R,
  call: Call = {},
  live = false,
): Resource<ControlResponses[R]> {
  const { api } = useConsole();
  return useReading((_, signal) => api.json(route, call, { signal }), writeJson([route, call]), live);
}

/** Reads what the simulator has in an environment, each second. `route` is a GET without its beginning: `holds`. */
export function useLive<Route extends LiveRoute>(
  route: Route,
  environment: string,
  query: Call['query'] = {},
): Resource<ControlResponses[`GET /environments/{environment}/${Route}`]> {
  return useResource(`GET /environments/{environment}/${route}`, { params: { environment }, query }, true);
}

type LiveRoute = 'orders' | 'journal' | 'profile' | 'faults' | 'holds';

/**
 * Reads a value, like `useResource`.
 *
 * @param read reads from the last value; undefined at first
 * @param key another key begins without a value
 */
export function useReading<T>(
  read: (last: T | undefined, signal: AbortSignal) => Promise<T>,
  key: string,
  live: boolean,
): Resource<T> {
  const { connection, changes } = useConsole();
  const [state, setState] = useState<Omit<Resource<T>, 'reload'>>(nothing);
  const reader = useMemo(() => {
    let last: T | undefined;
    return createReader(async (signal) => {
      try {
        last = await read(last, signal);
        if (!signal.aborted) setState({ data: last, error: undefined });
        connection.set('live');
      } catch (error) {
        if (signal.aborted) return;
        const code = error instanceof ControlApiError ? error.code : undefined;
        if (code === undefined) connection.set('lost');
        setState(({ data }) => ({ data, error: messageOf(error), code }));
      }
    });
  }, [key]);
  useEffect(() => {
    setState(nothing);
    reader.request();
    const unsubscribe = changes.subscribe(reader.request);
    const poll = (): void => {
      if (live && !document.hidden) reader.poll();
    };
    const timer = setInterval(poll, intervalMs);
    document.addEventListener('visibilitychange', poll);
    return () => {
      unsubscribe();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
      reader.stop();
    };
  }, [reader, live]);
  return { ...state, reload: reader.request };
}

const intervalMs = 1000;
const nothing = { data: undefined, error: undefined };

/** Reads at most once at a time, and once more if asked meanwhile. */
function createReader(read: (signal: AbortSignal) => Promise<void>) {
  const abort = new AbortController();
  let state: 'idle' | 'reading' | 'again' = 'idle';
  const request = (): void => {
    if (state === 'idle') void run();
    else state = 'again';
  };
  const run = async (): Promise<void> => {
    state = 'reading';
    await read(abort.signal);
    const again = (state as string) === 'again' && !abort.signal.aborted;
    state = 'idle';
    if (again) await run();
  };
  return {
    request,
    /** Reads unless it does so already. */
    poll: (): void => {
      if (state === 'idle') request();
    },
    stop: (): void => abort.abort(),
  };
}
