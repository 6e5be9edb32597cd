import type { Pauses } from '../pauses.ts';
import type { Journal, JournalFilter, JournalPage, JournalWait, JournalWaitOutcome } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalExchange } from './journal-exchange.ts';
import { Ring } from './ring.ts';
import { showExchange } from './show-exchange.ts';
import { readKnownOrders, type Surroundings } from './surroundings.ts';

const usualLimit = 100;

/** What a journal is made of. */
export type JournalSettings = {
  /** How many exchanges it holds. */
  readonly size: number;
  readonly surroundings: Surroundings;
  readonly pauses: Pauses;
};

/** Starts an empty journal. */
export function createJournal({ size, surroundings, pauses }: JournalSettings): Journal {
  const ring = new Ring<JournalEntry>(size);
  /** Each is told of every exchange that ends. */
  const watchers = new Set<(entry: JournalEntry) => void>();

  const show = async (entries: readonly JournalEntry[]): Promise<readonly JournalExchange[]> => {
    const needsOrders = entries.some(({ cancel }) => cancel !== undefined && cancel !== 'cancelled');
    const known = needsOrders ? await readKnownOrders(surroundings) : { ids: [], pending: [] };
    const owners = new Map<string, string | undefined>();
    // With thousands of environments, looking for the owner of a key is dear.
    const keyOwner = (text: string): string | undefined => {
      if (!owners.has(text)) owners.set(text, surroundings.keyOwner(text));
      return owners.get(text);
    };
    return entries.map((entry) => showExchange(entry, { ...surroundings, keyOwner }, known));
  };

  const find: Journal['find'] = async (
    filter = {},
    { limit = usualLimit, cursor } = {},
  ): Promise<JournalPage> => {
    const matching: JournalEntry[] = [];
    for (const entry of ring.newestFirst()) {
      if (cursor !== undefined && entry.number >= cursor) continue;
      if (!matchesFilter(entry, filter)) continue;
      if (matching.length === limit)
        return { exchanges: await show(matching), next: matching.at(-1)?.number };
      matching.push(entry);
    }
    return { exchanges: await show(matching), next: undefined };
  };

  const watch = (what: JournalWait, settled: AbortSignal): Promise<number> =>
    new Promise((resolve) => {
      let count = 0;
      for (const entry of ring.oldestFirst())
        if (isEnded(entry) && matchesFilter(entry, what.filter)) count++;
      const leave = (): void => {
        watchers.delete(look);
        settled.removeEventListener('abort', leave);
        resolve(count);
      };
      const look = (entry: JournalEntry): void => {
        if (matchesFilter(entry, what.filter)) count++;
        if (count >= what.count) leave();
      };
      if (count >= what.count || settled.aborted) return leave();
      watchers.add(look);
      settled.addEventListener('abort', leave);
    });

  const wait = async (what: JournalWait, signal?: AbortSignal): Promise<JournalWaitOutcome> => {
    const over = new AbortController();
    const settled = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]);
    const watching = watch(what, settled);
    void pauses.pause(what.timeoutMs, settled).then(() => over.abort());
    const count = await watching;
    over.abort();
    const kind = waitKind(count >= what.count, signal, pauses.ended);
    return { kind, count, exchanges: (await find(what.filter)).exchanges };
  };

  return {
    size,
    get length() {
      return ring.length;
    },
    get dropped() {
      return ring.dropped;
    },
    open: (entry) => ring.add(entry),
    close: (entry) => {
      if (watchers.size > 0) for (const watcher of [...watchers]) watcher(entry);
    },
    entries: () => ring.oldestFirst(),
    find,
    get: async (number) => {
      for (const entry of ring.newestFirst()) if (entry.number === number) return (await show([entry]))[0];
      return undefined;
    },
    wait,
    show,
    clear: () => ring.clear(),
  };
}

function waitKind(
  reached: boolean,
  signal: AbortSignal | undefined,
  ended: AbortSignal,
): JournalWaitOutcome['kind'] {
  if (reached) return 'reached';
  if (signal?.aborted === true) return 'aborted';
  return ended.aborted ? 'ended' : 'timed-out';
}

function isEnded({ end }: JournalEntry): boolean {
  return end !== undefined;
}

function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  return (
    (filter.operation === undefined || entry.operation === filter.operation) &&
    (filter.status === undefined || entry.status === filter.status) &&
    (filter.orderId === undefined || entry.orderIdText === String(filter.orderId)) &&
    (filter.since === undefined || entry.number > filter.since)
  );
}
