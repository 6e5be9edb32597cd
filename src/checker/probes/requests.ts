import type { PlannedRequest, RequestKey } from '../wire/exchange.ts';

/** The key that the user gave. */
export const validKey: RequestKey = { kind: 'valid' };

/** No key at all. */
export const noKey: RequestKey = { kind: 'none' };

/** Every kind of key that is not the target's. */
export const invalidKeys: readonly Extract<RequestKey, { kind: 'invalid' }>[] = (
  ['random', 'one-character-less', 'one-character-more', 'other-case', 'other-scheme', 'empty'] as const
).map((how) => ({ kind: 'invalid', how }));

/** GET /store/orders. */
export function listOrders(key: RequestKey = validKey, query = ''): PlannedRequest {
  return { operationId: 'listOrders', method: 'GET', path: '/store/orders', query, key };
}

/** DELETE /store/orders/{orderId}. A text stands for an id in a plan. */
export function cancelOrder(id: bigint | '{absent id}', key: RequestKey = validKey): PlannedRequest {
  return { operationId: 'cancelOrder', method: 'DELETE', path: `/store/orders/${id}`, query: '', key };
}

/** A key in words: `without a key`, `with a key that has one character less`. */
export function keyInWords(key: RequestKey): string {
  if (key.kind === 'valid') return 'with the key';
  if (key.kind === 'none') return 'without a key';
  const words = {
    random: 'with a random key',
    'one-character-less': 'with the key less its last character',
    'one-character-more': 'with the key and one character more',
    'other-case': 'with the key in other case',
    'other-scheme': 'with the key in the scheme Basic',
    empty: 'with an empty key',
  };
  return words[key.how];
}
