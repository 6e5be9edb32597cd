import { operationNames } from '../../../operation.ts';

/** Which exchanges to show. An empty text means any; so does an incomplete status or order id. */
export type JournalFilter = {
  readonly operation: string;
  /** `404`, or a class: `4xx`. */
  readonly status: string;
  readonly order: string;
  /** The id of a key: `key-1`. */
  readonly key: string;
  /** A header `traceparent`, or the trace id in it. */
  readonly trace: string;
};

export function filterOf(query: Readonly<Record<string, string>>): JournalFilter {
  const { operation = '', status = '', order = '', key = '', trace = '' } = query;
  return { operation, status, order, key, trace };
}

export function queryOf({ operation, status, order, key, trace }: JournalFilter) {
  const [, sign = '', digits = ''] = /^(-?)0*(\d+)$/.exec(order.trim()) ?? [];
  return {
    operation: operationNames.find((name) => name === operation),
    status: /^[1-5](\d\d|xx)$/.exec(status.trim())?.[0],
    orderId: sign + digits || undefined,
    key: key.trim() || undefined,
    traceparent: trace.trim().toLowerCase() || undefined,
  };
}
