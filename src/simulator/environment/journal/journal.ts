import type { Pauses } from '../pauses.ts';
import { type Change, type ChangeLog, createChangeLog } from './change.ts';
import type { JournalContext } from './journal-context.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalExchange } from './journal-exchange.ts';
import { ExchangeWatch, type JournalFilter, matchesFilter } from './journal-filter.ts';
import { bytesOfResponse, journalBudget, maxJournalBytes } from './kept-bytes.ts';
import { Ring } from './ring.ts';
import { showExchanges } from './show-exchange.ts';

/** Which page of the matching exchanges to show. */
export type JournalWindow = {
  /** The maximum number of exchanges. Default: 100. */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly cursor?: number | undefined;
};

/** Exchanges, newest first. */
export type JournalPage = {
  readonly exchanges: readonly JournalExchange[];
  /** The cursor of the next page; undefined on the last page. */
  readonly next: number | undefined;
};

export type JournalWait = {
  readonly filter: JournalFilter;
  /** How many ended exchanges must match, those already in the journal included. */
  readonly count: number;
  /** On the machine's clock. */
  readonly timeoutMs: number;
};

/** How a wait ended, with at most 100 matching exchanges, newest first, none if it was aborted. `ended`: the environment was reset or stopped. */
export type JournalWaitOutcome = {
  readonly kind: 'reached' | 'timed-out' | 'aborted' | 'ended';
  readonly count: number;
  readonly exchanges: readonly JournalExchange[];
};

/** The bounded record of an environment's exchanges since its scenario was loaded. */
export interface Journal extends ChangeLog {
  /** The maximum number of exchanges. */
  readonly size: number;
  counts(): JournalCounts;
  /** Adds an exchange that begins; it is shown as open. */
  open(entry: JournalEntry): void;
  /** Reports that an exchange has ended; all fields of its entry are set. */
  close(entry: JournalEntry): void;
  /** Returns the entries, oldest first. They may contain keys. */
  entries(): Iterable<JournalEntry>;
  /** Shows matching exchanges, newest first, without keys and with notes. */
  find(filter?: JournalFilter, window?: JournalWindow): Promise<JournalPage>;
  get(number: number): Promise<JournalExchange | undefined>;
  show(entries: readonly JournalEntry[]): Promise<readonly JournalExchange[]>;
  /** Waits until enough ended exchanges match. */
  wait(what: JournalWait, signal?: AbortSignal): Promise<JournalWaitOutcome>;
  /** Removes every exchange and returns how many they were; numbers continue. */
  clear(): number;
  /** Receives what is opened, ended and cleared if it is set. What is opened and cleared is then not done here. */
  record: JournalRecord | undefined;
  /** Does what was recorded, here or in another process: adds an exchange, sets the fields of its end, clears the journal. */
  readonly replay: {
    add(entry: JournalEntry): void;
    change(made: Change): void;
    end(number: number, fields: Partial<JournalEntry>): JournalEntry | undefined;
    clear(): void;
  };
}

/** Who shares the changes of a journal. */
export type JournalRecord = {
  opened(entry: JournalEntry): void;
  ended(entry: JournalEntry): void;
  cleared(): void;
  changed(made: Change): void;
};

/** The current number of exchanges, and how many were dropped to make room since the journal was last cleared. */
export type JournalCounts = { readonly length: number; readonly dropped: number };

const defaultLimit = 100;

/** What a journal is made of. */
export type JournalOptions = {
  /** The maximum number of exchanges. */
  readonly size: number;
  readonly context: JournalContext;
  readonly pauses: Pauses;
};

/** Creates an empty journal. */
export function createJournal({ size, context, pauses }: JournalOptions): Journal {
  const [ring, watch] = [new Ring<JournalEntry>(size, maxJournalBytes), new ExchangeWatch(context.keys)];
  let events = 0;
  const changes = createChangeLog(() => ++events);
  const show: Journal['show'] = (entries) => showExchanges(entries, context);

  const find: Journal['find'] = async (
    filter = {},
    { limit = defaultLimit, cursor = Number.POSITIVE_INFINITY } = {},
  ) => {
    const matching: JournalEntry[] = [];
    for (const entry of ring.newestFirst()) {
      if (entry.number >= cursor) continue;
      if (!matchesFilter(entry, filter, context.keys)) continue;
      if (matching.length === limit)
        return { exchanges: await show(matching), next: matching.at(-1)?.number };
      matching.push(entry);
    }
    return { exchanges: await show(matching), next: undefined };
  };

  const add = (entry: JournalEntry): void => {
    entry.begun = ++events;
    ring.add(entry);
  };
  const close = (entry: JournalEntry): void => {
    entry.ended = ++events;
    // It may have been dropped or cleared while it was open.
    if (entry.number >= (ring.oldest?.number ?? Number.POSITIVE_INFINITY))
      ring.grow(entry, bytesOfResponse(entry));
    journalBudget.use(ring, ring.bytes);
    watch.notify(entry);
  };
  const journal: Journal = {
    size,
    counts: () => ({ length: ring.length, dropped: ring.dropped }),
    open: (entry) => (journal.record === undefined ? add(entry) : journal.record.opened(entry)),
    close,
    record: undefined,
    replay: createReplay(ring, { add, close, change: changes.change }),
    change: (made) => (journal.record === undefined ? changes.change(made) : journal.record.changed(made)),
    changes: changes.changes,
    entries: () => ring.oldestFirst(),
    find,
    get: async (number) => {
      for (const entry of ring.newestFirst()) if (entry.number === number) return (await show([entry]))[0];
      return undefined;
    },
    show,
    wait: async (what, signal) => {
      const { kind, count } = await waitFor(what, { ring, watch, pauses }, signal);
      // Nobody reads the exchanges of an aborted wait, and to show them for a thousand waits takes seconds.
      return { kind, count, exchanges: kind === 'aborted' ? [] : (await find(what.filter)).exchanges };
    },
    clear: () => {
      const { length } = ring;
      if (journal.record === undefined) ring.clear();
      else journal.record.cleared();
      return length;
    },
  };
  return journal;
}

async function waitFor(
  { filter, count: wanted, timeoutMs }: JournalWait,
  { ring, watch, pauses }: { ring: Ring<JournalEntry>; watch: ExchangeWatch; pauses: Pauses },
  signal: AbortSignal | undefined,
): Promise<Omit<JournalWaitOutcome, 'exchanges'>> {
  const over = new AbortController();
  const settled = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]);
  const watching = watch.count(ring.oldestFirst(), filter, wanted, settled);
  void pauses.pause(timeoutMs, settled).then(() => over.abort());
  const count = await watching;
  over.abort();
  return { kind: waitKind(count >= wanted, signal, pauses.ended), count };
}

function createReplay(
  ring: Ring<JournalEntry>,
  { add, close, change }: Pick<Journal, 'close' | 'change'> & Pick<Journal['replay'], 'add'>,
): Journal['replay'] {
  return {
    add,
    change,
    end: (number, fields) => {
      for (const entry of ring.newestFirst()) {
        if (entry.number !== number) continue;
        close(Object.assign(entry, fields));
        return entry;
      }
      return undefined;
    },
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
