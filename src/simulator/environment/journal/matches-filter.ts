import type { JournalFilter } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';

/** Whether an exchange is one of those that a filter names. */
export function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  return (
    (filter.operation === undefined || entry.operation === filter.operation) &&
    (filter.status === undefined || entry.status === filter.status) &&
    (filter.orderId === undefined || entry.orderIdText === String(filter.orderId)) &&
    (filter.since === undefined || entry.number > filter.since)
  );
}
