import { noKey } from '../api-key.ts';
import { headerValues, type ReceivedResponse } from '../exchange.ts';
import { hasMalformedId } from '../requests.ts';
import { byStatus, type GapRow, gapRequest, shownAt } from './gap.ts';

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
const readPetLookup = byStatus({ 200: 'stub', 404: 'stub', 501: 'not-simulated' });
const petRequest = gapRequest('probe', { path: '/pets/1' });
const date = '[0-9]{4}-[0-9]{2}-[0-9]{2}';

/** The gaps about other methods, other paths and ids that are no int64. */
export const pathGaps = {
  'head-list': {
    choices: ['as-get', 'method-not-allowed'],
    check: shownAt.probe,
    request: gapRequest('probe', { method: 'HEAD' }),
    read: byMethodStatus({ 200: 'as-get' }),
  },
  options: {
    choices: ['allow', 'method-not-allowed'],
    check: shownAt.probe,
    request: gapRequest('probe', { method: 'OPTIONS' }),
    read: byMethodStatus({ 204: 'allow' }),
  },
  'wrong-method': {
    choices: ['method-not-allowed', 'not-found'],
    check: shownAt.probe,
    request: gapRequest('probe', { path: '/store/orders/0' }),
    read: byMethodStatus({ 404: 'not-found' }),
  },
  'unknown-path': {
    choices: ['not-found', 'unauthorized-first'],
    check: shownAt.probe,
    request: gapRequest('probe', { path: '/store/not-an-operation', key: noKey }),
    read: byStatus({ 401: 'unauthorized-first', 404: 'not-found' }),
  },
  'malformed-order-id': {
    choices: ['not-found', 'bad-request', 'unprocessable'],
    check: shownAt.probe,
    traffic: 'a cancel of an id that is no integer',
    observe: ({ exchange, response }) =>
      hasMalformedId(exchange.request) && response.status !== 401 ? [readMalformedId(response)] : [],
    request: gapRequest('probe', { method: 'DELETE', path: pathOfNoOrder }),
    read: readMalformedId,
  },
  'pet-lookup': {
    form: /^(?:stub|not-simulated)$/,
    check: shownAt.probe,
    request: petRequest,
    // After the sunset the service does not look for the pet.
    read: (response) => (response.status === 410 ? undefined : readPetLookup(response)),
  },
  'pet-deprecation': {
    form: new RegExp(`^(?:none|since:${date}|(?:sunset|gone):${date}\\.\\.${date})$`),
    check: shownAt.probe,
    request: petRequest,
    read: readDeprecation,
  },
} as const satisfies Readonly<Record<string, GapRow>>;

/** Reads the date of Deprecation (RFC 9745) and that of Sunset (RFC 8594) as the choice that has them. */
function readDeprecation({ rawHeaders, status }: ReceivedResponse): string {
  const [deprecation] = headerValues(rawHeaders, 'deprecation');
  const [sunset] = headerValues(rawHeaders, 'sunset');
  if (deprecation === undefined && sunset === undefined) return 'none';
  const since = dateOf(Number(/^@(\d+)$/.exec(deprecation ?? '')?.[1]) * 1000);
  if (since === undefined) return `Deprecation: ${deprecation ?? 'none'}`;
  if (sunset === undefined) return `since:${since}`;
  const end = dateOf(Date.parse(sunset));
  if (end === undefined) return `Sunset: ${sunset}`;
  return `${status === 410 ? 'gone' : 'sunset'}:${since}..${end}`;
}

function dateOf(ms: number): string | undefined {
  return Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? undefined : new Date(ms).toISOString().slice(0, 10);
}
