import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';
import type { ChangedField } from '../pseudonyms/pseudonyms.ts';
import { checkOutput } from '../save/output-file.ts';
import { rankPseudonyms } from './make-scenario.ts';
import { captureTraffic } from './traffic-capture.ts';

type Seen = {
  readonly method?: string;
  readonly target: string;
  readonly status?: number;
  readonly body?: string | Buffer | undefined;
  readonly key?: string;
  readonly scheme?: string;
  readonly startedAt?: number;
  readonly complete?: boolean;
  readonly injected?: readonly string[];
  readonly headers?: readonly (readonly [string, string])[];
};

const listOf = (...ids: readonly number[]): string => JSON.stringify(ids.map((id) => ({ id, petId: 4711 })));
const list = (seen: Partial<Seen> = {}): Seen => ({
  target: '/v1/store/orders',
  body: listOf(1001, 1002),
  ...seen,
});
const cancel = (id: number, status: number, seen: Partial<Seen> = {}): Seen => ({
  method: 'DELETE',
  target: `/v1/store/orders/${id}`,
  status,
  body: '',
  ...seen,
});

function exchange(seen: Seen, number: number): ProxiedExchange {
  const { method = 'GET', target, status = 200, body, complete = true, injected = [] } = seen;
  const { scheme = 'Bearer', key = 'a' } = seen;
  const kept = body === undefined ? undefined : Buffer.from(body);
  const none = { bytes: 0, kept: Buffer.alloc(0), complete: true };
  const content = { bytes: kept?.length ?? 1e9, kept, complete };
  const { startedAt = number * 1000, headers: rawHeaders = [] } = seen;
  const request = {
    method,
    target,
    rawHeaders: [['authorization', `${scheme} ${key}`] as const],
    content: none,
  };
  const response = { statusLine: `HTTP/1.1 ${status}`, status, rawHeaders, content };
  return { number, startedAt, durationMs: 100, request, outcome: { kind: 'responded', response }, injected };
}

/** Captures traffic. Returns what is in the file: the statuses, or the whole text. */
async function captured(traffic: readonly Seen[], keep: readonly ChangedField[] = []) {
  const folder = newFolder();
  const file = join(folder, 'captured.json');
  const capture = captureTraffic(file, rankPseudonyms(Buffer.alloc(32, 7), keep));
  traffic.forEach((seen, at) => void capture.onProxied(exchange(seen, at + 1)));
  await capture.write();
  const text = await readFile(file, 'utf8');
  const orders: readonly { id: number; status: string }[] = JSON.parse(text).orders;
  return { text, orders, statuses: orders.map(({ status }) => status) };
}

test.each<[what: string, traffic: readonly Seen[], statuses: readonly string[]]>([
  ['no cancel', [list()], ['unknown', 'unknown']],
  ['a 204 and a 409', [list(), cancel(1001, 204), cancel(1002, 409)], ['pending', 'shipped']],
  ['a cancel before the list', [cancel(1001, 204), cancel(1002, 409), list()], ['cancelled', 'shipped']],
  ['a 409 after a 204', [list(), cancel(1001, 204), cancel(1001, 409)], ['pending', 'unknown']],
  [
    'a 204 that ends after the 409 of its race',
    [list(), cancel(1001, 409), cancel(1001, 204)],
    ['pending', 'unknown'],
  ],
  [
    'a cancel during the list',
    [list({ startedAt: 50 }), cancel(1001, 204, { startedAt: 0 })],
    ['pending', 'unknown'],
  ],
  [
    'other responses',
    [list(), cancel(1001, 404), cancel(1002, 401), cancel(1002, 500)],
    ['unknown', 'unknown'],
  ],
  ['orders that are not in the list', [list(), cancel(7, 204)], ['unknown', 'unknown']],
  ['an injected fault', [list(), cancel(1001, 409, { injected: ['status'] })], ['unknown', 'unknown']],
  [
    'the same key with another case of the scheme',
    [list(), cancel(1002, 409, { scheme: 'bearer' })],
    ['unknown', 'shipped'],
  ],
  ['another key', [list(), cancel(1001, 204, { key: 'b' })], ['unknown', 'unknown']],
  [
    'another base address',
    [list(), cancel(1001, 204, { target: '/other/store/orders/1001' })],
    ['unknown', 'unknown'],
  ],
  [
    'an id in another spelling',
    [list(), cancel(1001, 204, { target: '/v1/store/orders/01001' })],
    ['unknown', 'unknown'],
  ],
])('shows of %s what it proves', async (_what, traffic, statuses) => {
  expect((await captured(traffic)).statuses).toEqual(statuses);
});

test('takes the first list that is complete, has no query and was kept', async () => {
  const first = listOf(1, 22, 333);
  const { orders } = await captured([
    list({ status: 401 }),
    list({ target: '/v1/store/orders?status=pending' }),
    list({ method: 'HEAD' }),
    list({ complete: false }),
    list({ body: undefined }),
    list({ injected: ['truncate'] }),
    list({ body: gzipSync(first), headers: [['Content-Encoding', 'gzip']] }),
    list(),
  ]);
  expect(orders.map(({ id }) => `${id}`.length)).toEqual([1, 2, 3]);
});

test('keeps what is to be kept, and writes no other value of the traffic', async () => {
  const secret = 'Secret-4711';
  const traffic = [list({ key: secret }), cancel(1001, 204, { key: secret })];
  const { text } = await captured(traffic, ['id']);
  expect(text).toContain('"id":1001');
  for (const value of ['4711', secret]) expect(text).not.toContain(value);
});

test.each<[what: string, traffic: readonly Seen[], message: RegExp]>([
  ['no list', [cancel(1, 204)], /there was no list in the traffic, so there is no scenario; expected a GET/],
  [
    'only lists that were not kept',
    [list({ body: undefined })],
    /no list of the traffic was short enough to keep/,
  ],
  [
    'a list in an unknown coding',
    [list({ headers: [['Content-Encoding', 'x']] })],
    /cannot be read: Content-Enc/,
  ],
  [
    'a list that is none',
    [list({ body: '{}' })],
    /the first list of the traffic is no list: it is an object/,
  ],
])('writes nothing for %s', async (_what, traffic, message) => {
  await expect(captured(traffic)).rejects.toThrow(message);
});

test('a file that exists is refused at the start', async () => {
  const file = new URL(import.meta.url).pathname;
  await expect(checkOutput(file, false)).rejects.toThrow(/exists already/);
});
