import { gzipSync } from 'node:zlib';
import { errorWire, type Twist, tinyOrder, tinyOrders, type Wire } from './honest-server.ts';
import { lists, replace, responses, retype, rewire, withQuery } from './mutant.ts';

/** A server that makes one of the allowed choices in a gap, what the report observes (`gap: choice`), and the notices that it gets. */
export type LegalServer = readonly [name: string, twist: Twist, observed?: string, notices?: string];

const coded = (coding: string, encode: (text: string) => Buffer): LegalServer => [
  `the list is encoded in ${coding}`,
  rewire(lists, ({ headers, body }) => ({
    headers: [...headers, ['Content-Encoding', coding]],
    body: encode(String(body)),
  })),
  'list-compression: on',
];
const dates = (form: string, date: string): LegalServer => [
  `shipDate ${date}`,
  replace(lists, /2026-01-20T10:00:00Z/g, date),
  `ship-date-form: ${form}`,
];
const conflict = (form: string, change: Partial<Wire>): LegalServer => [
  `409 with ${form}`,
  rewire(responses(409), () => change),
  `conflict-body: ${form}`,
];
const plus = (...more: readonly (readonly [string, string])[]): Twist =>
  rewire(
    () => true,
    (wire) => ({ headers: [...wire.headers, ...more] }),
  );
const queryRefused = (body: string | undefined): Twist =>
  rewire(
    (wire, request) => lists(wire, request) && withQuery(wire, request),
    () => ({ status: 400, headers: [], body }),
  );
const hasBody = ({ body }: Wire): boolean => body !== undefined;
const challenged = (...challenge: readonly (readonly [string, string])[]): Twist =>
  rewire(responses(401), () => ({ headers: [['content-type', 'application/json'], ...challenge] }));
const placed = Array.from({ length: 50 }, (_, index) => tinyOrder(String(1000 + index), 'pending'));

/** Every allowed choice of the gaps that the checker's requests touch, and what HTTP and JSON allow. */
export const legalServers: readonly LegalServer[] = [
  ['cancelled orders stay listed', {}, 'cancelled-in-list: keep'],
  [
    'cancelled orders disappear from the list',
    { list: (orders) => orders.filter(({ state }) => state !== 'cancelled') },
    'cancelled-in-list: remove',
  ],
  ['a second cancel conflicts', {}, 'cancel-again: conflict'],
  [
    'a second cancel finds nothing',
    { cancel: (order) => (order?.state === 'cancelled' ? 404 : undefined) },
    'cancel-again: not-found',
  ],
  conflict('empty', {}),
  conflict('error', errorWire(409, 'order_already_shipped', 'It has shipped.')),
  conflict('text', { headers: [['Content-Type', 'text/plain']], body: 'It has shipped.' }),
  conflict('application/json', {
    headers: [['Content-Type', 'application/json']],
    body: '{"why":"shipped"}',
  }),
  ['opaque error codes', replace(responses(401), '"unauthorized"', '"E-7f3a"'), 'error-codes: 401: E-7f3a'],
  ['query parameters are ignored', {}, 'list-query: ignore'],
  ['query parameters are refused', queryRefused(undefined), 'list-query: bad-request'],
  ['query parameters are refused in words', queryRefused('No filtering, please.')],
  [
    'the list is sorted by id',
    { list: (orders) => [...orders].sort((a, b) => Number(BigInt(a.id) - BigInt(b.id))) },
  ],
  [
    'the list is shuffled each time',
    { list: (orders, { times }) => [...orders.slice(times % 5), ...orders.slice(0, times % 5)] },
  ],
  ['JSON without charset', {}, 'content-type: bare'],
  ['JSON with charset', retype(hasBody, 'application/json; charset=utf-8'), 'content-type: charset'],
  ['an ETag', plus(['ETag', '"abc"']), 'etag: on'],
  ['CORS headers', plus(['Access-Control-Allow-Origin', '*']), 'cors: on'],
  ['a challenge', {}, 'www-authenticate: bearer'],
  [
    'a challenge with parameters',
    challenged(['www-authenticate', 'Basic realm="x", Bearer realm="orders", error="invalid_token"']),
  ],
  ['no challenge', challenged(), 'www-authenticate: none', 'R19'],
  [
    'any case of the scheme',
    {
      authorized: ({ authorization }, honest) =>
        honest || authorization === 'bearer Secret-key-of-the-shop-1',
    },
  ],
  [
    'undocumented fields in an Order',
    replace(lists, /"quantity"/g, '"x_colour":"red","quantity"'),
    'extra-fields: in an order: x_colour',
    'R12',
  ],
  [
    'undocumented fields in an Error',
    replace(responses(401), '{', '{"x_trace":"t",'),
    'extra-fields: in an Error: x_trace',
    'R24',
  ],
  ['optional fields left out', replace(lists, '"petId":7,', ''), 'optional-fields: some orders lack petId'],
  [
    'orders without any field',
    { orders: () => [...tinyOrders(), { id: 'none', text: '{}', state: 'pending' }] },
  ],
  dates('utc-seconds', '2026-01-20T10:00:00Z'),
  dates('millis', '2026-01-20T10:00:00.000Z'),
  dates('offset', '2026-01-20T11:00:00+01:00'),
  dates('another form', '2026-01-20t10:00:00z'),
  coded('gzip', (text) => gzipSync(text)),
  [
    'the ends of int64',
    {
      orders: () => [
        ...tinyOrders(),
        ...[2n ** 63n - 1n, -(2n ** 63n), -1n, 0n].map((id) => tinyOrder(`${id}`, 'pending')),
      ],
    },
  ],
  [
    'someone else places orders all the time',
    { list: (orders, { number }) => [...orders, ...placed.slice(0, number)] },
  ],
];
