import { type WrongKeyForm, wrongForms } from './api-key.ts';
import type { PlannedRequest, RequestKey } from './exchange.ts';

export const validKey: RequestKey = { kind: 'valid' };

export const noKey: RequestKey = { kind: 'none' };

/** The names of the wrong keys that a check sends, the most telling first. */
export const wrongKeyForms = Object.keys(wrongForms) as readonly WrongKeyForm[];

/** Returns no key, and as many wrong keys as wanted. */
export function keysToRefuse(wrong: number = wrongKeyForms.length): readonly RequestKey[] {
  return [noKey, ...wrongKeyForms.slice(0, wrong).map((how) => ({ kind: 'invalid', how }) as const)];
}

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
  return wrongForms[key.how].words;
}

/** Returns the value of the Authorization header for a key, or undefined for no header. */
export function authorization(key: RequestKey, apiKey: string): string | undefined {
  switch (key.kind) {
    case 'none':
      return undefined;
    case 'valid':
      return `${key.scheme ?? 'Bearer'} ${apiKey}`;
    case 'invalid':
      return wrongForms[key.how].header(apiKey);
  }
}
