import type { OperationName } from '../../../operation.ts';
import type { ApiKeys } from '../api-keys.ts';
import type { JournalEntry } from './journal-entry.ts';
import { headerValues, traceParentOf } from './request-fields.ts';

/** Selects exchanges; all given parts must match. */
export type JournalFilter = {
  readonly operation?: OperationName | undefined;
  /** The HTTP status of the response, or a class of them. */
  readonly status?: number | `${1 | 2 | 3 | 4 | 5}xx` | undefined;
  readonly orderId?: bigint | undefined;
  /** Only exchanges with a higher number. */
  readonly since?: number | undefined;
  /** A part of the header `traceparent` of the request, such as its trace id. */
  readonly traceparent?: string | undefined;
  /** The id of the API key of the request. */
  readonly key?: string | undefined;
};

export function matchesFilter(entry: JournalEntry, filter: JournalFilter, keys: ApiKeys): boolean {
  return (
    (filter.operation === undefined || entry.operation === filter.operation) &&
    (filter.status === undefined ||
      `${entry.status ?? 0}`.startsWith(`${filter.status}`.replace('xx', ''))) &&
    (filter.orderId === undefined || entry.orderIdText === String(filter.orderId)) &&
    (filter.since === undefined || entry.number > filter.since) &&
    (filter.traceparent === undefined ||
      traceParentOf(entry.rawHeaders)?.includes(filter.traceparent) === true) &&
    (filter.key === undefined || keys.idIn(headerValues(entry.rawHeaders, 'authorization')) === filter.key)
  );
}
