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

export function queryOf(filter: JournalFilter): Readonly<Record<string, string | undefined>> {
  const { operation, status, order, key, trace } = complete(filter);
  return {
    operation: operation || undefined,
    status: status || undefined,
    orderId: order || undefined,
    key: key || undefined,
    traceparent: trace || undefined,
  };
}

function complete({ operation, status, order, key, trace }: JournalFilter): JournalFilter {
  const digits = /^(-?)0*(\d+)$/.exec(order.trim());
  return {
    operation: operationNames.some((name) => name === operation) ? operation : '',
    status: /^[1-5](\d\d|xx)$/.test(status.trim()) ? status.trim() : '',
    order: digits === null ? '' : `${digits[1]}${digits[2]}`,
    key: key.trim(),
    trace: trace.trim().toLowerCase(),
  };
}
