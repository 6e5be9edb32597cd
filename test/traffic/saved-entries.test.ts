import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ChangedField } from '../../src/traffic/pseudonyms/pseudonyms.ts';
import { cancel, type Forwarded, list } from './forwarded.ts';
import { saveTraffic } from './save-traffic.ts';

type Entry = {
  readonly request: { readonly url: string; readonly headers: readonly unknown[] };
  readonly response: {
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly content: { readonly size: number; readonly text?: string; readonly comment?: string };
    readonly bodySize: number;
  };
};

/** The saved entry of an exchange, and one of a list with the order 4711. */
async function saved(given: Forwarded, keep: readonly ChangedField[] = []) {
  const order = list({ body: '[{"id":4711,"shipDate":"2020-05-06T00:00:00Z"}]' });
  const { method = 'GET' } = given;
  const exchange = method === 'DELETE' ? cancel(given.status ?? 404, given) : list(given);
  using traffic = await saveTraffic([order, exchange], keep);
  const entries: readonly Entry[] = JSON.parse(traffic.har).log.entries;
  const [first, second] = entries;
  if (first === undefined || second === undefined) throw new Error('an exchange was not saved');
  const { id, shipDate } = JSON.parse(first.response.content.text ?? '')[0];
  const header = (name: string) => second.response.headers.find((one) => one.name === name)?.value;
  return { ...second.response, url: second.request.url, header, id: String(id), day: shipDate.slice(0, 10) };
}

const withHeader = (name: string, value: string): Forwarded => ({ responseHeaders: [[name, value]] });

test.each([
  ['Location', '/v1/store/orders/4711?at=2020-05-06'],
  ['X-Order', 'ORD-00004711'],
  ['Last-Modified', 'Wed, 06 May 2020 10:00:00 GMT'],
  ['ETag', 'W/"3f2a-4711"'],
  ['Content-Digest', 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'],
])('replaces the header %s, which is none of HTTP itself, as a whole', async (name, sent) => {
  const { header } = await saved(withHeader(name, sent));
  expect(header(name)).toMatch(/^[g-z]+$/);
  expect(header(name)).toHaveLength(sent.length);
});

test.each([
  ['Date', 'Wed, 06 May 2020 10:00:00 GMT'],
  ['Cache-Control', 'max-age=4711'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['Content-Type', 'application/json; charset=utf-8'],
  ['Retry-After', '4711'],
])('keeps the header %s of HTTP', async (name, sent) => {
  expect((await saved(withHeader(name, sent))).header(name)).toBe(sent);
});

test('replaces ids in a path and a query, and keeps other numbers of a query', async () => {
  const { url, id } = await saved({ target: '/v1/store/orders?orderId=4711&limit=4711&page=2' });
  expect(url).toBe(`https://orders.example/v1/store/orders?orderId=${id}&limit=4711&page=2`);
  const { url: other } = await saved({ method: 'DELETE', target: '/v1/store/orders/%34711' });
  expect(other).toMatch(/\/store\/orders\/[1-9]\d{3}$/);
});

test.each([
  ['no list has', '31337', '31337'],
  ['is malformed', 'x31337', 'x31337'],
  ['is malformed and encoded', 'x%331337y', 'x31337y'],
])('an id of a 404 that %s is an id in its error message, too', async (_what, asked, shown) => {
  const body = JSON.stringify({
    code: 'order_not_found',
    message: `no order 31337 (${shown.slice(0, 6)})`,
    status: 404,
  });
  const { content } = await saved({ method: 'DELETE', target: `/v1/store/orders/${asked}`, body });
  expect(content.text).toMatch(/"no order \d{5} \(.*\)","status":404/);
  expect(content.text).not.toContain('31337');
});

test.each([
  ['/v1/store/orders/007'],
  ['/v1/store/orders/99999999999999999999'],
  ['/v1/store/orders/-9223372036854775808'],
])('the order id in %s keeps its form', async (target) => {
  const { url } = await saved({ method: 'DELETE', target });
  expect(url.replace(/\d/g, '1')).toBe(`https://orders.example${target}`.replace(/\d/g, '1'));
  expect(url).not.toContain(target.slice('/v1/store/orders/'.length));
});

const ids = `[${Array.from({ length: 9 }, (_, at) => `{"id":${at + 1}}`).join()}]`;

test('a body keeps its length, which its sizes and Content-Length say', async () => {
  const headers = [['Content-Length', `${ids.length}`]] as const;
  const { content, bodySize, header } = await saved({ body: ids, responseHeaders: headers });
  expect(content.text).not.toBe(ids);
  expect(content.text).toHaveLength(ids.length);
  expect([content.size, bodySize, header('Content-Length')]).toEqual([
    ids.length,
    ids.length,
    `${ids.length}`,
  ]);
});

test('a coded body is text, and keeps the sizes that it was sent with', async () => {
  const body = gzipSync(ids);
  const headers = [
    ['Content-Encoding', 'gzip'],
    ['Content-Length', `${body.length}`],
  ] as const;
  const { content, bodySize, header } = await saved({ body, responseHeaders: headers });
  expect(content.text).toMatch(/^\[\{"id":\d\}/);
  expect([bodySize, header('Content-Length')]).toEqual([body.length, `${body.length}`]);
});

test.each<[what: string, body: Buffer]>([
  ['binary', Buffer.from([0x93, 0x67, 0x12, 0xff])],
  ['UTF-16', Buffer.from('[{"id":4711}]', 'utf16le')],
])('leaves out a body that is %s, and says so', async (_what, body) => {
  const { content } = await saved({ body });
  expect(content).toEqual({
    mimeType: 'application/json',
    size: body.length,
    comment: 'left out, because it is no UTF-8 text and may contain ids',
  });
});

test.each(['order 31337', '[{"id":31337', "{'id':31337}", '\ufeff[{"id":31337}]'])(
  'replaces every number of %s, which is not JSON as specified',
  async (body) => {
    const { content } = await saved({ body });
    expect(content.text?.replace(/\d{5}/, '31337')).toBe(body);
    expect(content.text).not.toContain('31337');
  },
);

test('keeps the fields that the user keeps, but no number of a text', async () => {
  const body = '{"code":"x","message":"order 4711 of 2020-05-06","status":404}';
  const given = { method: 'DELETE', target: '/v1/store/orders/4711', body };
  const { url, content, id, day } = await saved(given, ['id', 'shipDate']);
  expect([id, day, url]).toEqual(['4711', '2020-05-06', 'https://orders.example/v1/store/orders/4711']);
  for (const value of ['4711', '2020-05-06']) expect(content.text).not.toContain(value);
});

test('says of the headers of a request only which requests had the same key, and what they asked for', async () => {
  const asking = [
    ['Accept', 'text/html;q=0.7'],
    ['Accept-Encoding', 'br, gzip'],
    ['Origin', 'https://shop.example'],
    ['X-Tenant', 'shop-7'],
  ] as const;
  using traffic = await saveTraffic([
    list({ key: 'Bearer one-key' }),
    list({ key: 'bearer another-key', headers: asking }),
    list({ key: 'Bearer one-key' }),
    list({ key: null }),
  ]);
  const headers = JSON.parse(traffic.har).log.entries.map((entry: Entry) => entry.request.headers);
  expect(headers).toEqual([
    [{ name: 'Authorization', value: 'Bearer [key-1]' }],
    [
      { name: 'Authorization', value: 'bearer [key-2]' },
      { name: 'Accept', value: 'text/plain' },
      { name: 'Accept-Encoding', value: 'gzip' },
      { name: 'Origin', value: 'null' },
    ],
    [{ name: 'Authorization', value: 'Bearer [key-1]' }],
    [],
  ]);
});
