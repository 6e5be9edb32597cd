import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { RuleId } from '../../../src/contract/rules/rule-ids.ts';
import { errorWire, type Twist, tinyOrder, tinyOrders, type Wire } from './honest-server.ts';
import { lists, replace, responses, retype, rewire } from './mutant.ts';

/** A server that makes one of the allowed choices in a gap. */
export type LegalVariation = {
  readonly name: string;
  readonly twist: Twist;
  /** The notices that it gets anyway. */
  readonly notices?: readonly RuleId[];
  /** A gap observation that the report must contain, as `gap: observed`. */
  readonly observed?: string;
};

function coded(coding: string, encode: (text: string) => Buffer): LegalVariation {
  return {
    name: `the list is encoded in ${coding}`,
    twist: rewire(lists, ({ headers, body }) => ({
      headers: [...headers, ['Content-Encoding', coding]],
      body: encode(String(body)),
    })),
    observed: 'list-compression: on',
  };
}

function dates(form: string, date: string): LegalVariation {
  return {
    name: `shipDate ${date}`,
    twist: replace(lists, /2026-01-20T10:00:00Z/g, date),
    observed: `ship-date-form: ${form}`,
  };
}

function conflict(form: string, change: Partial<Wire>): LegalVariation {
  return {
    name: `409 with ${form}`,
    twist: rewire(responses(409), () => change),
    observed: `conflict-body: ${form}`,
  };
}

function headers(name: string, ...more: readonly (readonly [string, string])[]): LegalVariation {
  return {
    name,
    twist: rewire(
      () => true,
      (wire) => ({ headers: [...wire.headers, ...more] }),
    ),
  };
}

const isCancelled = (state: string): boolean => state === 'cancelled';
const queryRefused = (body: string | undefined): Twist => ({
  wire: (wire, request) =>
    lists(wire, request) && request.query.size > 0 ? { status: 400, headers: [], body } : wire,
});

/** Every allowed choice of the gaps that the checker's requests touch, and what HTTP and JSON allow. */
export const legalVariations: readonly LegalVariation[] = [
  { name: 'cancelled orders stay listed', twist: {}, observed: 'cancelled-in-list: keep' },
  {
    name: 'cancelled orders disappear from the list',
    twist: { list: (orders) => orders.filter(({ state }) => !isCancelled(state)) },
    observed: 'cancelled-in-list: remove',
  },
  { name: 'a second cancel conflicts', twist: {}, observed: 'cancel-again: conflict' },
  {
    name: 'a second cancel finds nothing',
    twist: { cancel: (order) => (order?.state === 'cancelled' ? 404 : undefined) },
    observed: 'cancel-again: not-found',
  },
  conflict('empty', {}),
  conflict('error', errorWire(409, 'order_already_shipped', 'It has shipped.')),
  conflict('text', { headers: [['Content-Type', 'text/plain']], body: 'It has shipped.' }),
  conflict('application/json', {
    headers: [['Content-Type', 'application/json']],
    body: '{"why":"shipped"}',
  }),
  {
    name: 'opaque error codes',
    twist: replace(responses(401), '"unauthorized"', '"E-7f3a"'),
    observed: 'error-codes: 401: E-7f3a',
  },
  { name: 'query parameters are ignored', twist: {}, observed: 'list-query: ignore' },
  {
    name: 'query parameters are refused',
    twist: queryRefused(undefined),
    observed: 'list-query: bad-request',
  },
  { name: 'query parameters are refused in words', twist: queryRefused('No filtering, please.') },
  {
    name: 'the list is sorted by id',
    twist: { list: (orders) => [...orders].sort((a, b) => Number(BigInt(a.id) - BigInt(b.id))) },
    observed: 'list-order: by-id',
  },
  {
    name: 'the list is shuffled each time',
    twist: { list: (orders, { times }) => [...orders.slice(times % 5), ...orders.slice(0, times % 5)] },
    observed: 'list-order: not by id',
  },
  { name: 'JSON without charset', twist: {}, observed: 'content-type: bare' },
  {
    name: 'JSON with charset',
    twist: retype(({ body }) => body !== undefined, 'application/json; charset=utf-8'),
    observed: 'content-type: charset',
  },
  {
    name: 'JSON in capitals',
    twist: retype(({ body }) => body !== undefined, 'Application/JSON;Charset="UTF-8"'),
  },
  { ...headers('an ETag', ['ETag', '"abc"']), observed: 'etag: on' },
  { ...headers('CORS headers', ['Access-Control-Allow-Origin', '*']), observed: 'cors: on' },
  headers(
    'headers beyond the contract',
    ['X-RateLimit-Limit', '9'],
    ['Link', '</>; rel=self'],
    ['Via', '1.1 x'],
  ),
  headers('two cookies', ['Set-Cookie', 'a=1'], ['Set-Cookie', 'b=2']),
  {
    name: 'a 401 that names its request, its order and a time that went on',
    twist: {
      wire(wire, { number, orderId = 'the list' }) {
        if (wire.status !== 401) return wire;
        const { headers, ...rest } = errorWire(401, 'unauthorized', `No valid key for ${orderId}.`);
        const more = [
          ['X-Request-Id', `${number}-7f`],
          ['X-Uptime', `${Math.floor(number / 40)}`],
        ] as const;
        return { ...rest, headers: [...headers, ...more] };
      },
    },
  },
  { name: 'a challenge', twist: {}, observed: 'www-authenticate: bearer' },
  {
    name: 'a challenge with parameters',
    twist: rewire(responses(401), ({ body }) => ({
      headers: [
        ['content-type', 'application/json'],
        ['www-authenticate', 'Basic realm="x", Bearer realm="orders", error="invalid_token"'],
      ],
      body,
    })),
  },
  {
    name: 'no challenge',
    twist: rewire(responses(401), () => ({ headers: [['Content-Type', 'application/json']] })),
    notices: ['R19'],
    observed: 'www-authenticate: none',
  },
  {
    name: 'any case of the scheme',
    twist: {
      authorized: ({ authorization }, honest) =>
        honest || authorization === 'bearer Secret-key-of-the-shop-1',
    },
  },
  {
    name: 'undocumented fields in an Order',
    twist: replace(lists, /"quantity"/g, '"x_colour":"red","quantity"'),
    notices: ['R12'],
    observed: 'extra-fields: in an order: x_colour',
  },
  {
    name: 'undocumented fields in an Error',
    twist: replace(responses(401), '{', '{"x_trace":"t",'),
    notices: ['R24'],
    observed: 'extra-fields: in an Error: x_trace',
  },
  {
    name: 'optional fields left out',
    twist: replace(lists, '"petId":7,', ''),
    observed: 'optional-fields: some orders lack petId',
  },
  {
    name: 'orders without any field',
    twist: { orders: () => [...tinyOrders(), { id: 'none', text: '{}', state: 'pending' }] },
  },
  dates('utc-seconds', '2026-01-20T10:00:00Z'),
  dates('millis', '2026-01-20T10:00:00.000Z'),
  dates('offset', '2026-01-20T11:00:00+01:00'),
  dates('another form', '2024-02-29T23:59:59.123456789-11:30'),
  dates('another form', '2026-01-20t10:00:00z'),
  coded('gzip', (text) => gzipSync(text)),
  coded('br', (text) => brotliCompressSync(text)),
  coded('deflate', (text) => deflateSync(text)),
  {
    name: 'the list is chunked',
    twist: rewire(lists, ({ headers: own, body }) => ({
      headers: [...own, ['Transfer-Encoding', 'chunked']],
      body: `1\r\n[\r\n${(String(body).length - 1).toString(16)}\r\n${String(body).slice(1)}\r\n0\r\n\r\n`,
    })),
  },
  { name: 'the end of the connection ends the list', twist: rewire(lists, () => ({ closeDelimited: true })) },
  {
    name: 'HTTP/1.0',
    twist: rewire(lists, ({ body }) => ({
      raw: `HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`,
    })),
  },
  {
    name: 'early hints',
    twist: rewire(lists, ({ body }) => ({
      raw: `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(String(body))}\r\n\r\n${body}`,
    })),
  },
  { name: 'pretty-printed JSON', twist: replace(lists, /[{},]/g, '$& \n\t') },
  {
    name: 'escapes and non-ASCII',
    twist: replace(responses(401), /"message":"[^"]*"/, '"messag\\u0065":"žluť \\ud83d\\ude00"'),
  },
  { name: 'integers as 2.0', twist: replace(lists, '"quantity":2', '"quantity":2.0') },
  { name: 'integers as 1e1', twist: replace(lists, '"quantity":2', '"quantity":1e1') },
  {
    name: 'the ends of int64',
    twist: {
      orders: () => [
        ...tinyOrders(),
        tinyOrder('9223372036854775807', 'pending'),
        tinyOrder('-9223372036854775808', 'pending'),
        tinyOrder('-1', 'pending'),
        tinyOrder('0', 'pending'),
      ],
    },
  },
  {
    name: 'someone else places orders all the time',
    twist: { list: (orders, { number }) => [...orders, ...placed.slice(0, number)] },
  },
];

const placed = Array.from({ length: 50 }, (_, index) => tinyOrder(String(1000 + index), 'pending'));
