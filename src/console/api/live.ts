import { exactIds } from '../../client/caller.ts';
import type { DroppedEvents, EnvironmentChange, ExchangeBatch } from '../../shared/control-api.ts';
import { readJson } from '../../shared/json.ts';
import { createStore, type Store } from '../store.ts';

/** A part of an environment that can change. */
export type Part = EnvironmentChange['parts'][number];

/** What the simulator reports. `resumed` follows a lost connection: anything may have changed. */
export type LiveEvent =
  | (ExchangeBatch & { readonly kind: 'exchanges' })
  | (EnvironmentChange & { readonly kind: 'changed' })
  | (DroppedEvents & { readonly kind: 'dropped' })
  | { readonly kind: 'environments' }
  | { readonly kind: 'resumed' };

/** Whether events arrive. */
export type Connection = 'closed' | 'connecting' | 'open' | 'lost';

/** The stream of events of the environment that the page shows. */
export type Live = {
  readonly connection: Store<Connection>;
  /** Receives the events of one environment, or only those about environments, from now on. */
  watch(environment: string | undefined): void;
  close(): void;
  /** Calls `listener` with each event. Returns a function that ends this. */
  listen(listener: (event: LiveEvent) => void): () => void;
};

const kinds = ['exchanges', 'changed', 'environments', 'dropped'] as const;
const retryMs = 1000;

/** Creates the stream. `check` is called when the connection is refused, to find out whether the session has ended. */
export function createLive(base: string, check: () => void): Live {
  const connection = createStore<Connection>('closed');
  const listeners = new Set<(event: LiveEvent) => void>();
  let source: EventSource | undefined;
  let watched: string | undefined;
  let timer = 0;
  const emit = (event: LiveEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    connection.set('closed');
  };
  const open = (): void => {
    source?.close();
    const query = watched === undefined ? '' : `?environment=${encodeURIComponent(watched)}`;
    const opened = new EventSource(`${base}events${query}`);
    source = opened;
    if (connection.get() !== 'lost') connection.set('connecting');
    opened.addEventListener('open', () => {
      const resumed = connection.get() === 'lost';
      connection.set('open');
      if (resumed) emit({ kind: 'resumed' });
    });
    opened.addEventListener('error', () => {
      connection.set('lost');
      // The browser retries by itself, except after a refusal.
      if (opened.readyState !== EventSource.CLOSED) return;
      check();
      timer = setTimeout(open, retryMs);
    });
    for (const kind of kinds)
      opened.addEventListener(kind, ({ data }) =>
        emit({ ...(exactIds(readJson(data)) as object), kind } as LiveEvent),
      );
  };
  return {
    connection,
    close,
    watch(environment) {
      if (source !== undefined && environment === watched) return;
      close();
      watched = environment;
      open();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
