import { redacted } from '../../../secrets/secrets.ts';
import type { PlacedRequest } from './place-request.ts';

const ordinaryNames = /^(?:status|page|limit|offset|sort|order|size|count|complete|petId|orderId|id)$/i;
const ordinaryValues = /^(?:\d{1,6}|true|false|asc|desc|pending|shipped|cancelled)$/i;
const decimalId = /^-?[0-9]{1,20}$/;

/** Returns a query without anything that may be a secret. */
export function shownQuery(query: string): string {
  if (query === '') return '';
  const parts = query.split('&').map((part) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    if (!ordinaryNames.test(name)) return redacted;
    return `${name}=${ordinaryValues.test(value) ? value : redacted}`;
  });
  return parts.length > 10 ? redacted : parts.join('&');
}

/** Returns the path of an operation. An id that is no decimal number is not shown: it could be anything. */
export function shownPath({ operationId, path }: Pick<PlacedRequest, 'operationId' | 'path'>): string {
  if (operationId === 'listOrders') return path;
  const id = path
    .slice('/store/orders/'.length)
    .replace(/%(3[0-9]|2d)/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return `/store/orders/${decimalId.test(id) ? id : redacted}`;
}
