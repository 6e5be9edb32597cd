import type { PlannedRequest, RequestKey } from '../wire/exchange.ts';

/** The key that the user gave. */
export const validKey: RequestKey = { kind: 'valid' };

/** No key. */
export const noKey: RequestKey = { kind: 'none' };

/** No key, and every kind of key that is not one of the target. */
export const wrongKeys: readonly RequestKey[] = [
  noKey,
  ...(
    ['random', 'one-character-less', 'one-character-more', 'other-case', 'other-scheme', 'empty'] as const
  ).map((how): RequestKey => ({ kind: 'invalid', how })),
];

/** Returns GET /store/orders. */
export function listOrders(key: RequestKey = validKey, query = ''): PlannedRequest {
  return { operationId: 'listOrders', method: 'GET', path: '/store/orders', query, key };
}

/** Returns DELETE /store/orders/{orderId}. A plan has a text instead of an id. */
export function cancelOrder(id: bigint | '{absent id}', key: RequestKey = validKey): PlannedRequest {
  return { operationId: 'cancelOrder', method: 'DELETE', path: `/store/orders/${id}`, query: '', key };
}

/** Describes a key: `without a key`, `with a random key`. */
export function describeKey(key: RequestKey): string {
  if (key.kind === 'valid') return 'with the key';
  if (key.kind === 'none') return 'without a key';
  const words = {
    random: 'with a random key',
    'one-character-less': 'with the key without its last character',
    'one-character-more': 'with the key and one more character',
    'other-case': 'with the key in the other case',
    'other-scheme': 'with the key in the Basic scheme',
    empty: 'with an empty key',
  };
  return words[key.how];
}
