import type { OperationName } from '../../../operation.ts';
import type { ApiKeys } from '../api-keys.ts';
import type { JournalEntry } from './journal-entry.ts';
import { sentKeyId } from './sent-key.ts';
import { isTraced } from './trace-parent.ts';

/** Selects exchanges; all given parts must match. */
export type JournalFilter = {
  readonly operation?: OperationName | undefined;
  /** The HTTP status of the response, or a class of them. */
  readonly status?: number | StatusClass | undefined;
  readonly orderId?: bigint | undefined;
  /** Only exchanges with a higher number. */
  readonly since?: number | undefined;
  /** The header `traceparent` of the request, or its trace id. */
  readonly traceparent?: string | undefined;
  /** The id of the API key of the request. */
  readonly key?: string | undefined;
};

/** Every status with the same first digit. */
export type StatusClass = `${1 | 2 | 3 | 4 | 5}xx`;

/** Whether a filter selects an exchange. */
export function matchesFilter(entry: JournalEntry, filter: JournalFilter, keys: ApiKeys): boolean {
  return (
    (filter.operation === undefined || entry.operation === filter.operation) &&
    (filter.status === undefined || hasStatus(entry, filter.status)) &&
    (filter.orderId === undefined || entry.orderIdText === String(filter.orderId)) &&
    (filter.since === undefined || entry.number > filter.since) &&
    (filter.traceparent === undefined || isTraced(entry.rawHeaders, filter.traceparent)) &&
    (filter.key === undefined || sentKeyId(entry.rawHeaders, keys) === filter.key)
  );
}

function hasStatus({ status = 0 }: JournalEntry, wanted: number | StatusClass): boolean {
  return typeof wanted === 'number' ? status === wanted : String(status).startsWith(wanted.charAt(0));
}

/** Notifies waits for exchanges that end. */
export class ExchangeWatch {
  readonly #watchers = new Set<(entry: JournalEntry) => void>();
  readonly #keys: ApiKeys;

  constructor(keys: ApiKeys) {
    this.#keys = keys;
  }

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
    const matches = (entry: JournalEntry): boolean => matchesFilter(entry, filter, this.#keys);
    for (const entry of entries) if (entry.end !== undefined && matches(entry)) count++;
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#watchers.delete(look);
        signal.removeEventListener('abort', leave);
        resolve(count);
      };
      const look = (entry: JournalEntry): void => {
        if (matches(entry)) count++;
        if (count >= wanted) leave();
      };
      if (count >= wanted || signal.aborted) return leave();
      this.#watchers.add(look);
      signal.addEventListener('abort', leave);
    });
  }
}
