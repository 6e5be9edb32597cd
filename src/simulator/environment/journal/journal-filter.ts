import type { OperationName } from '../operation.ts';
import type { JournalEntry } from './journal-entry.ts';

/** Selects exchanges; all given parts must match. */
export type JournalFilter = {
  readonly operation?: OperationName | undefined;
  /** The HTTP status of the response. */
  readonly status?: number | undefined;
  readonly orderId?: bigint | undefined;
  /** Only exchanges with a higher number. */
  readonly since?: number | undefined;
};

/** Whether a filter selects an exchange. */
export function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  return (
    (filter.operation === undefined || entry.operation === filter.operation) &&
    (filter.status === undefined || entry.status === filter.status) &&
    (filter.orderId === undefined || entry.orderIdText === String(filter.orderId)) &&
    (filter.since === undefined || entry.number > filter.since)
  );
}
