import { noKey } from '../api-key.ts';
import { headerValues, type ReceivedResponse } from '../exchange.ts';
import { hasMalformedId } from '../requests.ts';
import { byStatus, type GapRow, gapRequest } from './gap.ts';

/** A path below the base address that no order can have: an order id is a decimal int64. Spec 4.2. */
export const pathOfNoOrder = '/store/orders/not-an-order-id';

/** Reads the choice of a method: a 405 is one only with Allow. */
function byMethodStatus(choices: Readonly<Record<number, string>>) {
  const read = byStatus({ ...choices, 405: 'method-not-allowed' });
  return (response: ReceivedResponse): string =>
    response.status === 405 && headerValues(response.rawHeaders, 'allow').length === 0
      ? `${response.statusLine}, without Allow`
      : read(response);
}

const readMalformedId = byStatus({ 400: 'bad-request', 404: 'not-found', 422: 'unprocessable' });

export const pathGaps = {
  'head-list': {
    choices: ['as-get', 'method-not-allowed'],
    sent: gapRequest('probe', { method: 'HEAD' }),
    read: byMethodStatus({ 200: 'as-get' }),
  },
  options: {
    choices: ['allow', 'method-not-allowed'],
    sent: gapRequest('probe', { method: 'OPTIONS' }),
    read: byMethodStatus({ 204: 'allow' }),
  },
  'wrong-method': {
    choices: ['method-not-allowed', 'not-found'],
    sent: gapRequest('probe', { path: '/store/orders/0' }),
    read: byMethodStatus({ 404: 'not-found' }),
  },
  'unknown-path': {
    choices: ['not-found', 'unauthorized-first'],
    sent: gapRequest('probe', { path: '/store/not-an-operation', key: noKey }),
    read: byStatus({ 401: 'unauthorized-first', 404: 'not-found' }),
  },
  'malformed-order-id': {
    choices: ['not-found', 'bad-request', 'unprocessable'],
    observe: ({ exchange, response }) =>
      hasMalformedId(exchange.request) && response.status !== 401 ? [readMalformedId(response)] : [],
    sent: gapRequest('probe', { method: 'DELETE', path: pathOfNoOrder }),
    read: readMalformedId,
  },
} as const satisfies Readonly<Record<string, GapRow>>;
