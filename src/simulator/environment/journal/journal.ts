import type { OperationName } from '../operation.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { JournalExchange } from './journal-exchange.ts';

/** Which exchanges; every part that is given must hold. */
export type JournalFilter = {
  readonly operation?: OperationName | undefined;
  /** The HTTP status of the answer. */
  readonly status?: number | undefined;
  readonly orderId?: bigint | undefined;
  /** Only exchanges with a higher number. */
  readonly since?: number | undefined;
};

/** What part of the matching exchanges to show. */
export type JournalWindow = {
  /** At most this many; 100 where left out. */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly cursor?: number | undefined;
};

/** Exchanges, newest first. */
export type JournalPage = {
  readonly exchanges: readonly JournalExchange[];
  /** The cursor of the next page; undefined where there are no older ones. */
  readonly next: number | undefined;
};

/** How a wait ended; `exchanges` are those that match, newest first, at most 100. `ended`: the journal's state was replaced. */
export type JournalWaitOutcome = {
  readonly kind: 'reached' | 'timed-out' | 'aborted' | 'ended';
  readonly count: number;
  readonly exchanges: readonly JournalExchange[];
};

/** What a wait waits for. */
export type JournalWait = {
  readonly filter: JournalFilter;
  /** How many finished exchanges must match, those already in the journal included. */
  readonly count: number;
  /** On the machine's clock. */
  readonly timeoutMs: number;
};

/** The bounded record of an environment's exchanges since its scenario was loaded. */
export interface Journal {
  /** How many exchanges it can hold. */
  readonly size: number;
  /** How many it holds. */
  readonly length: number;
  /** How many it has let go to make room since it was last cleared. */
  readonly dropped: number;
  /** Adds an exchange that begins; it shows as still going on. */
  open(entry: JournalEntry): void;
  /** Tells that an exchange has ended: its last fields are written. */
  close(entry: JournalEntry): void;
  /** The exchanges as they are held, oldest first. They contain keys. */
  entries(): Iterable<JournalEntry>;
  /** Shows exchanges, newest first, without keys and with notes. */
  find(filter?: JournalFilter, window?: JournalWindow): Promise<JournalPage>;
  /** Shows one exchange. */
  get(number: number): Promise<JournalExchange | undefined>;
  /** Shows some of its exchanges. */
  show(entries: readonly JournalEntry[]): Promise<readonly JournalExchange[]>;
  /** Waits until enough finished exchanges match. */
  wait(what: JournalWait, signal?: AbortSignal): Promise<JournalWaitOutcome>;
  /** Lets go of every exchange; numbers go on. */
  clear(): void;
}
