import type { Pauses } from '../pauses.ts';
import { ExchangeWatch } from './exchange-watch.ts';
import type { Journal, JournalWaitOutcome } from './journal.ts';
import type { JournalContext } from './journal-context.ts';
import type { JournalEntry } from './journal-entry.ts';
import { matchesFilter } from './matches-filter.ts';
import { Ring } from './ring.ts';
import { showExchanges } from './show-exchanges.ts';

const usualLimit = 100;

/** What a journal is made of. */
export type JournalSettings = {
  /** How many exchanges it holds. */
  readonly size: number;
  readonly context: JournalContext;
  readonly pauses: Pauses;
};

/** Starts an empty journal. */
export function createJournal({ size, context, pauses }: JournalSettings): Journal {
  const ring = new Ring<JournalEntry>(size);
  const watch = new ExchangeWatch();
  const show: Journal['show'] = (entries) => showExchanges(entries, context);

  const find: Journal['find'] = async (
    filter = {},
    { limit = usualLimit, cursor = Number.POSITIVE_INFINITY } = {},
  ) => {
    const matching: JournalEntry[] = [];
    for (const entry of ring.newestFirst()) {
      if (entry.number >= cursor) continue;
      if (!matchesFilter(entry, filter)) continue;
      if (matching.length === limit)
        return { exchanges: await show(matching), next: matching.at(-1)?.number };
      matching.push(entry);
    }
    return { exchanges: await show(matching), next: undefined };
  };

  const wait: Journal['wait'] = async ({ filter, count: wanted, timeoutMs }, signal) => {
    const over = new AbortController();
    const settled = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]);
    const watching = watch.count(ring.oldestFirst(), filter, wanted, settled);
    void pauses.pause(timeoutMs, settled).then(() => over.abort());
    const count = await watching;
    over.abort();
    const kind = waitKind(count >= wanted, signal, pauses.ended);
    return { kind, count, exchanges: (await find(filter)).exchanges };
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
    close: (entry) => watch.tell(entry),
    entries: () => ring.oldestFirst(),
    find,
    get: async (number) => {
      for (const entry of ring.newestFirst()) if (entry.number === number) return (await show([entry]))[0];
      return undefined;
    },
    show,
    wait,
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
