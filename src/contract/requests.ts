import type { PlannedRequest, RequestKey } from './exchange.ts';

/** The key that the user gave. */
export const validKey: RequestKey = { kind: 'valid' };

export const noKey: RequestKey = { kind: 'none' };

type How = (RequestKey & { kind: 'invalid' })['how'];

const invalidKey = (how: How): RequestKey => ({ kind: 'invalid', how });

/** The key in other schemes, and without one. */
const otherForms = (['other-scheme', 'key-as-basic', 'key-as-token', 'no-scheme'] as const).map(invalidKey);

/** No key, every kind of key that is not one of the target, and the key in every other form. */
export const wrongKeys: readonly RequestKey[] = [
  noKey,
  ...(['random', 'one-character-less', 'one-character-more', 'other-case'] as const).map(invalidKey),
  ...otherForms,
  invalidKey('empty'),
];

/** The wrong keys that are tried with an order that exists. */
export const wrongKeysForNamed: readonly RequestKey[] = [noKey, invalidKey('random'), ...otherForms];

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
    'other-scheme': 'with the key in Base64 in the Basic scheme',
    'key-as-basic': 'with the key in the Basic scheme',
    'key-as-token': 'with the key in the Token scheme',
    'no-scheme': 'with the key without a scheme',
    empty: 'with an empty key',
  };
  return words[key.how];
}
