import { exactIds } from '../../client/caller.ts';
import type { DroppedEvents, EnvironmentChange, ExchangeBatch } from '../../control-api.ts';
import { readJson } from '../../json/json.ts';
import { createStore } from '../store.ts';

export type Part = EnvironmentChange['parts'][number];

/** What the simulator reports. `resumed` follows a lost connection: anything may have changed. */
export type LiveEvent =
  | (ExchangeBatch & { readonly kind: 'exchanges' })
  | (EnvironmentChange & { readonly kind: 'changed' })
  | (DroppedEvents & { readonly kind: 'dropped' })
  | { readonly kind: 'environments' }
  | { readonly kind: 'resumed' };

export type Connection = 'closed' | 'connecting' | 'open' | 'lost';

export type Live = ReturnType<typeof createLive>;

const kinds = ['exchanges', 'changed', 'environments', 'dropped'] as const;
const retryMs = 5000;

/**
 * Creates the stream. `check` is called when a connection is refused, to find out whether the session has ended. While the
 * page is not in sight there is no connection: a browser has only six for all pages of a host.
 */
export function createLive(base: string, check: () => void) {
  const connection = createStore<Connection>('closed');
  const { emit, listen } = createEmitter();
  let source: EventSource | undefined;
  let watched: string | undefined;
  let watching = false;
  let missed = false;
  // Not `watched` after a refusal, for example because there is no environment of this name.
  let asked: string | undefined;
  let timer = 0;
  const stop = (): void => {
    clearTimeout(timer);
    source?.close();
  };
  const opened = (): void => {
    connection.set('open');
    if (missed) emit({ kind: 'resumed' });
    missed = false;
  };
  const failed = (): void => {
    missed = true;
    // The browser retries by itself, except after a refusal.
    const closed = source?.readyState === EventSource.CLOSED;
    const other = closed && asked !== undefined;
    asked = other ? undefined : watched;
    if (!other) connection.set('lost');
    if (closed && !other) check();
    if (closed) timer = setTimeout(start, other ? 0 : retryMs);
  };
  const start = (): void => {
    stop();
    if (!watching || document.hidden) return;
    if (connection.get() !== 'lost') connection.set('connecting');
    source = openSource(base, asked, received);
    source.addEventListener('open', opened);
    source.addEventListener('error', failed);
  };
  const received = (event: LiveEvent): void => {
    emit(event);
    if (event.kind !== 'environments' || asked === watched) return;
    asked = watched;
    start();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) missed = true;
    start();
  });
  return {
    connection,
    close(): void {
      stop();
      watching = false;
      connection.set('closed');
    },
    /** Receives the events of one environment, or only those about environments, from now on. */
    watch(environment: string | undefined): void {
      if (watching && environment === watched) return;
      watched = asked = environment;
      watching = true;
      start();
    },
    listen,
  };
}

function openSource(
  base: string,
  environment: string | undefined,
  received: (event: LiveEvent) => void,
): EventSource {
  const query = environment === undefined ? '' : `?environment=${encodeURIComponent(environment)}`;
  const source = new EventSource(`${base}events${query}`);
  for (const kind of kinds)
    source.addEventListener(kind, ({ data }) =>
      received({ ...(exactIds(readJson(data)) as object), kind } as LiveEvent),
    );
  return source;
}

function createEmitter() {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    emit: (event: LiveEvent): void => {
      for (const listener of listeners) listener(event);
    },
    /** Calls `listener` with each event. Returns a function that ends this. */
    listen: (listener: (event: LiveEvent) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
