import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Call } from '../../client/caller.ts';
import type { ControlResponses } from '../../control-api.ts';
import { writeJson } from '../../json/json.ts';
import { useConsole } from '../console-context.ts';
import type { RouteName } from './action.ts';
import { messageOf } from './api.ts';
import type { LiveEvent, Part } from './live.ts';

/** What the control API responded. While it is read again, the last response stays. */
export type Resource<T> = {
  readonly data: T | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
};

/** What makes the response of a call outdated. */
export type Outdates = readonly (Part | 'environments' | 'exchanges')[];

/** The shortest time between two requests for the same resource, however fast it changes. */
const pauseMs = 500;

/** Reads from the control API, and again whenever an event reports one of `outdates`. */
export function useResource<R extends RouteName>(
  route: R,
  call: Call = {},
  outdates: Outdates = [],
): Resource<ControlResponses[R]> {
  const { api, live } = useConsole();
  const [state, setState] = useState<Omit<Resource<ControlResponses[R]>, 'reload'>>(nothing);
  const key = writeJson([route, call]);
  const parts = outdates.join();
  const read = useCallback(
    async (signal: AbortSignal) => {
      try {
        const data = await api.json(route, call, { signal });
        if (!signal.aborted) setState({ data, error: undefined });
      } catch (error) {
        if (!signal.aborted) setState(({ data }) => ({ data, error: messageOf(error) }));
      }
    },
    [key],
  );
  const request = useRef(() => {});
  useEffect(() => {
    setState(nothing);
    const reader = createReader(read);
    request.current = reader.request;
    reader.request();
    const stop = live.listen((event) => {
      if (isOutdated(event, parts.split(','), call.params?.environment)) reader.request();
    });
    return () => {
      stop();
      reader.stop();
    };
  }, [key, parts]);
  return { ...state, reload: useCallback(() => request.current(), []) };
}

const nothing = { data: undefined, error: undefined };

/** Reads at most once at a time, and once more if asked meanwhile. */
export function createReader(
  read: (signal: AbortSignal) => Promise<void>,
  pause = pauseMs,
): {
  request(): void;
  stop(): void;
} {
  const abort = new AbortController();
  let state: 'idle' | 'reading' | 'again' = 'idle';
  const run = async (): Promise<void> => {
    state = 'reading';
    await read(abort.signal);
    await new Promise((resolve) => setTimeout(resolve, pause));
    const again = (state as string) === 'again' && !abort.signal.aborted;
    state = 'idle';
    if (again) await run();
  };
  return {
    request: () => {
      if (state === 'idle') void run();
      else state = 'again';
    },
    stop: () => abort.abort(),
  };
}

/** Whether an event reports a change of one of `parts`. */
export function isOutdated(
  event: LiveEvent,
  parts: readonly string[],
  environment: string | undefined,
): boolean {
  if (event.kind === 'resumed' || event.kind === 'dropped') return true;
  if (event.kind === 'environments') return parts.includes('environments');
  if (environment !== undefined && event.environment !== environment) return false;
  return event.kind === 'exchanges'
    ? parts.includes('exchanges')
    : event.parts.some((part) => parts.includes(part));
}
