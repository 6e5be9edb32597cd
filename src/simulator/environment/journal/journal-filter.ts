import type { OperationName } from '../operation.ts';
import type { JournalEntry } from './journal-entry.ts';
import { isTraced } from './trace-parent.ts';

/** Selects exchanges; all given parts must match. */
export type JournalFilter = {
  readonly operation?: OperationName | undefined;
  /** The HTTP status of the response. */
  readonly status?: number | undefined;
  readonly orderId?: bigint | undefined;
  /** Only exchanges with a higher number. */
  readonly since?: number | undefined;
  /** The header `traceparent` of the request, or its trace id. */
  readonly traceparent?: string | undefined;
};

/** Whether a filter selects an exchange. */
export function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  return (
    (filter.operation === undefined || entry.operation === filter.operation) &&
    (filter.status === undefined || entry.status === filter.status) &&
    (filter.orderId === undefined || entry.orderIdText === String(filter.orderId)) &&
    (filter.since === undefined || entry.number > filter.since) &&
    (filter.traceparent === undefined || isTraced(entry.rawHeaders, filter.traceparent))
  );
}

/** Notifies waits for exchanges that end. */
export class ExchangeWatch {
  readonly #watchers = new Set<(entry: JournalEntry) => void>();

  /** Reports that an exchange has ended. */
  notify(entry: JournalEntry): void {
    if (this.#watchers.size > 0) for (const watcher of [...this.#watchers]) watcher(entry);
  }

  /**
   * Counts ended exchanges that match, those in `entries` included, until there are `wanted` or the signal aborts.
   * Resolves to the count.
   */
  count(
    entries: Iterable<JournalEntry>,
    filter: JournalFilter,
    wanted: number,
    signal: AbortSignal,
  ): Promise<number> {
    let count = 0;
    for (const entry of entries) if (entry.end !== undefined && matchesFilter(entry, filter)) count++;
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#watchers.delete(look);
        signal.removeEventListener('abort', leave);
        resolve(count);
      };
      const look = (entry: JournalEntry): void => {
        if (matchesFilter(entry, filter)) count++;
        if (count >= wanted) leave();
      };
      if (count >= wanted || signal.aborted) return leave();
      this.#watchers.add(look);
      signal.addEventListener('abort', leave);
    });
  }
}
