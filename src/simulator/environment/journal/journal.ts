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

/** How a wait ended. `ended`: the environment was reset or stopped. */
export type JournalWaitOutcome = {
  readonly kind: 'reached' | 'timed-out' | 'aborted' | 'ended';
  readonly count: number;
  /** Shows at most 100 matching exchanges, newest first, none if the wait was aborted. A thousand waits can end together, and this takes most of their memory. */
  show(): Promise<readonly JournalExchange[]>;
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
  /** Returns the entry of an exchange, if it is in the journal. */
  entry(number: number): JournalEntry | undefined;
  /** Receives each change if it is set. What is opened, made and cleared is then not done here, but by `apply`. */
  record: ((change: JournalChange) => void) | undefined;
  /** Makes a change that was recorded, here or in another process. */
  apply(change: JournalChange): void;
}

/** What happens to a journal. `ended` is recorded before the response is written, so that others can show it. */
export type JournalChange =
  | readonly ['opened' | 'ended', JournalEntry]
  | readonly ['made', Change]
  | readonly ['cleared', undefined];

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

  const apply: Journal['apply'] = ([kind, value]) => {
    if (kind === 'made') changes.change(value);
    else if (kind === 'cleared') ring.clear();
    else if (kind === 'opened') ring.add(Object.assign(value, { begun: ++events }));
  };
  const close: Journal['close'] = (closed) => {
    closed.ended = ++events;
    // It may have been dropped or cleared while it was open.
    if (closed.number >= (ring.oldest?.number ?? Number.POSITIVE_INFINITY))
      ring.grow(closed, bytesOfResponse(closed));
    journalBudget.use(ring, ring.bytes);
    watch.notify(closed);
  };
  const journal: Journal = {
    size,
    counts: () => ({ length: ring.length, dropped: ring.dropped }),
    open: (opened) => (journal.record ?? apply)(['opened', opened]),
    close,
    entry: (number) => {
      for (const entry of ring.newestFirst()) if (entry.number === number) return entry;
      return undefined;
    },
    record: undefined,
    apply,
    change: (made) => (journal.record ?? apply)(['made', made]),
    changes: changes.changes,
    entries: () => ring.oldestFirst(),
    find,
    get: async (number) => (await show([journal.entry(number) ?? []].flat()))[0],
    show,
    wait: async (what, signal) => {
      const outcome = await waitFor(what, { ring, watch, pauses }, signal);
      // Nobody reads the exchanges of an aborted wait.
      const show = async () => (outcome.kind === 'aborted' ? [] : (await find(what.filter)).exchanges);
      return { ...outcome, show };
    },
    clear: () => {
      const { length } = ring;
      (journal.record ?? apply)(['cleared', undefined]);
      return length;
    },
  };
  return journal;
}

async function waitFor(
  { filter, count: wanted, timeoutMs }: JournalWait,
  { ring, watch, pauses }: { ring: Ring<JournalEntry>; watch: ExchangeWatch; pauses: Pauses },
  signal: AbortSignal | undefined,
): Promise<Omit<JournalWaitOutcome, 'show'>> {
  const over = new AbortController();
  const settled = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]);
  const watching = watch.count(ring.oldestFirst(), filter, wanted, settled);
  void pauses.pause(timeoutMs, settled).then(() => over.abort());
  const count = await watching;
  over.abort();
  return { kind: waitKind(count >= wanted, signal, pauses.ended), count };
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
