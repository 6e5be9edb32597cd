import { useEffect, useMemo, useState } from 'preact/hooks';
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
  readonly reload?: () => void;
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
  const { api } = useConsole();
  const [state, setState] = useState<Omit<Resource<ControlResponses[R]>, 'reload'>>(nothing);
  const key = writeJson([route, call]);
  const reader = useMemo(() => {
    const read = async (signal: AbortSignal): Promise<void> => {
      try {
        const data = await api.json(route, call, { signal });
        if (!signal.aborted) setState({ data, error: undefined });
      } catch (error) {
        if (!signal.aborted) setState(({ data }) => ({ data, error: messageOf(error) }));
      }
    };
    return createReader(read);
  }, [key]);
  useEffect(() => setState(nothing), [key]);
  useReader(reader, outdates, call.params?.environment);
  return { ...state, reload: reader.request };
}

/** Reads now, and again whenever an event reports one of `outdates`. */
export function useReader(reader: Reader, outdates: Outdates, environment: string | undefined): void {
  const { live } = useConsole();
  useEffect(() => {
    reader.request();
    const stop = live.listen((event) => {
      if (isOutdated(event, outdates, environment)) reader.request();
    });
    return () => {
      stop();
      reader.stop();
    };
  }, [reader]);
}

const nothing = { data: undefined, error: undefined };

type Reader = ReturnType<typeof createReader>;

/** Reads at most once at a time, and once more if asked meanwhile. */
export function createReader(read: (signal: AbortSignal) => Promise<void>, pause = pauseMs) {
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
    request: (): void => {
      if (state === 'idle') void run();
      else state = 'again';
    },
    stop: (): void => abort.abort(),
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
