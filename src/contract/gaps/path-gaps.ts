import { noKey } from '../api-key.ts';
import { headerValues, type ReceivedResponse } from '../exchange.ts';
import { hasMalformedId } from '../requests.ts';
import { byStatus, type GapRow, gapRequest, type OtherRequest, shownAt } from './gap.ts';

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

const isOfList = ({ path }: OtherRequest): boolean => path === '/store/orders';

/** The gaps about other methods, other paths and ids that are no int64. */
export const pathGaps = {
  'head-list': {
    choices: ['as-get', 'method-not-allowed'],
    check: shownAt.probe,
    traffic: 'a HEAD of the list',
    request: gapRequest('probe', { method: 'HEAD' }),
    read: byMethodStatus({ 200: 'as-get' }),
    isShownBy: (other) => isOfList(other) && other.method === 'HEAD',
  },
  options: {
    choices: ['allow', 'method-not-allowed'],
    check: shownAt.probe,
    traffic: 'an OPTIONS of the list without Access-Control-Request-Method',
    request: gapRequest('probe', { method: 'OPTIONS' }),
    read: byMethodStatus({ 204: 'allow' }),
    isShownBy: (other) => isOfList(other) && other.method === 'OPTIONS' && !other.isPreflight,
  },
  'wrong-method': {
    choices: ['method-not-allowed', 'not-found'],
    check: shownAt.probe,
    traffic: 'a POST of the list',
    request: gapRequest('probe', { path: '/store/orders/0' }),
    read: byMethodStatus({ 404: 'not-found' }),
    isShownBy(other) {
      if (other.method === 'HEAD' || other.method === 'OPTIONS') return false;
      // A 404 for an order may be about the order.
      return (
        isOfList(other) || (/^\/store\/orders\/[^/]+$/.test(other.path) && other.response.status === 405)
      );
    },
  },
  'unknown-path': {
    choices: ['not-found', 'unauthorized-first'],
    check: shownAt.probe,
    traffic: 'a path without an operation that gets a 404 without a key',
    request: gapRequest('probe', { path: '/store/not-an-operation', key: noKey }),
    read: byStatus({ 401: 'unauthorized-first', 404: 'not-found' }),
    // A path that asks for a key may have an operation.
    isShownBy: ({ method, path, hasKey, response }) =>
      method === 'GET' &&
      !/^\/(?:store\/orders|pets\/)/.test(path) &&
      hasKey === false &&
      response.status === 404,
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
    traffic: 'a GET of a pet',
    request: petRequest,
    // After the sunset the service does not look for the pet.
    read: (response) => (response.status === 410 ? undefined : readPetLookup(response)),
    isShownBy: isOfPet,
  },
  'pet-deprecation': {
    form: new RegExp(`^(?:none|since:${date}|(?:sunset|gone):${date}\\.\\.${date})$`),
    check: shownAt.probe,
    traffic: 'a GET of a pet',
    request: petRequest,
    read: readDeprecation,
    isShownBy: (other) =>
      isOfPet(other) && (other.headersComplete || readDeprecation(other.response) !== 'none'),
  },
} as const satisfies Readonly<Record<string, GapRow>>;

function isOfPet({ method, path, hasKey, response }: OtherRequest): boolean {
  return (
    method === 'GET' && /^\/pets\/[0-9]{1,18}$/.test(path) && hasKey !== false && response.status !== 401
  );
}

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
