import { headerValues, type PlannedRequest, type ReceivedResponse } from '../exchange.ts';
import type { Level } from '../report.ts';
import { noKey, validKey } from '../requests.ts';
import type { ObservableGap } from './gap-choices.ts';
import { pathOfNoOrder } from './harmless-requests.ts';

/** Returns a choice of a gap that a response shows, or a description of other behaviour; undefined if it shows nothing. */
type ReadChoice = (response: ReceivedResponse) => string | undefined;

/** A request whose response the specification leaves open, and the gaps that the response shows. */
export type GapRequest = {
  /** The lowest level at which it is sent. */
  readonly level: Level;
  readonly request: PlannedRequest;
  readonly shows: Partial<Readonly<Record<ObservableGap, ReadChoice>>>;
};

type Rest = Partial<Omit<PlannedRequest, 'operationId'>>;

const showing = (rest: Rest): PlannedRequest => ({
  operationId: undefined,
  method: 'GET',
  path: '/store/orders',
  query: '',
  key: validKey,
  ...rest,
});

/** Reads a choice from the status. */
function byStatus(choices: Readonly<Record<number, string>>): ReadChoice {
  return ({ status, statusLine }) => choices[status] ?? statusLine;
}

/** The gap `wrong-method` decides which of these statuses a method gets that is not supported. */
const refusedMethod = { 404: 'method-not-allowed', 405: 'method-not-allowed' } as const;

/** Reads whether a response has a header. */
function byHeader(name: string): ReadChoice {
  return ({ rawHeaders }) => (headerValues(rawHeaders, name).length > 0 ? 'on' : 'off');
}

/** Every request that is sent only to show a gap, in the order of sending. */
export const gapRequests: readonly GapRequest[] = [
  {
    level: 'observe',
    request: showing({ headers: [['Origin', 'https://origin.example']] }),
    shows: { cors: byHeader('access-control-allow-origin') },
  },
  {
    level: 'observe',
    request: showing({ headers: [['Accept-Encoding', 'gzip']] }),
    shows: { 'list-compression': byHeader('content-encoding') },
  },
  {
    level: 'observe',
    request: showing({ headers: [['Accept', 'text/plain']] }),
    shows: { accept: byStatus({ 200: 'ignore', 406: 'not-acceptable' }) },
  },
  {
    level: 'observe',
    request: showing({ key: { kind: 'valid', scheme: 'bearer' } }),
    shows: { 'bearer-case': byStatus({ 200: 'any-case', 401: 'exact' }) },
  },
  {
    level: 'probe',
    request: showing({ method: 'HEAD' }),
    shows: { 'head-list': byStatus({ 200: 'as-get', ...refusedMethod }) },
  },
  {
    level: 'probe',
    request: showing({ method: 'OPTIONS' }),
    shows: { options: byStatus({ 200: 'allow', 204: 'allow', ...refusedMethod }) },
  },
  {
    level: 'probe',
    request: showing({ path: '/store/orders/0' }),
    shows: { 'wrong-method': byStatus({ 404: 'not-found', 405: 'method-not-allowed' }) },
  },
  {
    level: 'probe',
    request: showing({ path: '/store/not-an-operation', key: noKey }),
    shows: { 'unknown-path': byStatus({ 401: 'unauthorized-first', 404: 'not-found' }) },
  },
  {
    level: 'probe',
    request: showing({ method: 'DELETE', path: pathOfNoOrder }),
    shows: {
      'malformed-order-id': byStatus({ 400: 'bad-request', 404: 'not-found', 422: 'unprocessable' }),
    },
  },
  {
    level: 'probe',
    request: showing({ path: '/pets/1' }),
    shows: {
      // After the sunset the service does not look for the pet.
      'pet-lookup': (response) => (response.status === 410 ? undefined : readPetLookup(response)),
      'pet-deprecation': readDeprecation,
    },
  },
];

const readPetLookup = byStatus({ 200: 'stub', 404: 'stub', 501: 'not-simulated' });

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
