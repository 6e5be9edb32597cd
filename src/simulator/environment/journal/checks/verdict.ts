import type { Journal } from '../journal.ts';
import type { JournalEntry } from '../journal-entry.ts';

/** What a check looks at. */
export type Evidence = {
  readonly journal: Journal;
  /** Every exchange that the journal holds, oldest first. */
  readonly entries: readonly JournalEntry[];
  /** The orders that `cancelled` checks of the same call are about. */
  readonly expected: readonly bigint[];
};

/** What a check came to, before exchanges are written out. */
export type Verdict = {
  /** The check as a sentence. */
  readonly check: string;
  readonly passed: boolean;
  /** What was seen, without a full stop. */
  readonly seen: string;
  /** The exchanges that show it. */
  readonly cited: readonly JournalEntry[];
};

/** `1 time`, `2 times`. */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Whether an exchange is about an order. */
export function isAbout(entry: JournalEntry, orderId: bigint): boolean {
  return entry.orderIdText === String(orderId);
}
