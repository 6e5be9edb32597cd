import { expect, test } from 'vitest';
import { cancel, type Forwarded, list } from './forwarded.ts';
import { saveTraffic } from './save-traffic.ts';

type Entry = { readonly request: { readonly headers: readonly { readonly value: string }[] } };

async function saved(...given: readonly Forwarded[]) {
  using traffic = await saveTraffic(given.map((one) => list(one)));
  return JSON.parse(traffic.har).log.entries;
}

test('an entry has every member that HAR 1.2 demands', async () => {
  expect(await saved({ at: 7, time: 12 })).toEqual([
    {
      startedDateTime: '2026-01-20T10:00:00.007Z',
      time: 12,
      request: {
        method: 'GET',
        url: 'https://orders.example/v1/store/orders',
        httpVersion: 'HTTP/1.1',
        headers: [{ name: 'Authorization', value: 'Bearer [key-1]' }],
        queryString: [],
        cookies: [],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 200,
        statusText: 'X',
        httpVersion: 'HTTP/1.1',
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        cookies: [],
        content: { mimeType: 'application/json', size: 2, text: '[]' },
        redirectURL: '',
        headersSize: -1,
        bodySize: 2,
      },
      cache: {},
      timings: { send: 0, wait: 12, receive: 0 },
      _number: 1,
    },
  ]);
});

test.each([
  ['HTTP/1.0 200 All right 4711', 'HTTP/1.0', /^All right \d{4}$/],
  ['HTTP/1.1 200', 'HTTP/1.1', /^$/],
])('the status line %s is kept, except for its numbers', async (statusLine, httpVersion, text) => {
  const [{ response }] = await saved({ statusLine });
  expect(response).toMatchObject({ httpVersion, statusText: expect.stringMatching(text) });
  expect(response.statusText).not.toContain('4711');
});

test.each([
  ['Set-Cookie', 'session=1', /^\[redacted\]$/],
  ['set-cookie2', 'session=1', /^\[redacted\]$/],
  ['X-Set-Cookie', 'session=1', /^[g-z]{9}$/],
  ['Set-Cookies', 'session=1', /^[g-z]{9}$/],
  ['Access-Control-Max-Age', '4711', /^4711$/],
  ['X-Access-Control-', '4711', /^[g-z]{4}$/],
])('the header %s: %s is saved as %s', async (name, value, expected) => {
  const [{ response }] = await saved({
    responseHeaders: [
      ['X-First', 'a'],
      [name, value],
    ],
  });
  expect(response.headers[1]).toEqual({ name, value: expect.stringMatching(expected) });
  expect(response.content.mimeType).toBe('');
});

test.each([
  ['Bearer', 'Bearer'],
  ['Basic c2VjcmV0', 'Other [redacted]'],
])('the Authorization %s, which is no key, is saved as %s', async (key, value) => {
  const [, { request }] = await saved({}, { key });
  expect(request.headers).toEqual([{ name: 'Authorization', value }]);
});

test('a key that is refused is numbered like others', async () => {
  const entries = await saved({}, { key: 'Bearer other', status: 401, body: '{}' });
  const keys = entries.map(({ request }: Entry) => request.headers[0]?.value);
  expect(keys).toEqual(['Bearer [key-1]', 'Bearer [key-2]']);
});

test('a body that is missing has a size, so that it is not read as empty', async () => {
  const [cut, long] = await saved({ body: '', complete: false }, { body: null });
  expect(cut.response.content).toEqual({ mimeType: '', size: 1 });
  expect(long.response.content.size).toBeGreaterThan(0);
  expect('text' in long.response.content).toBe(false);
});

test('an id that is no number and an exchange without a response are left out', async () => {
  using traffic = await saveTraffic([
    list({ outcome: { kind: 'upstream-failed', reason: 'refused', connected: false, status: 502 } }),
    cancel(404, { target: '/v1/store/orders/7a4711' }),
  ]);
  const { creator, entries } = JSON.parse(traffic.har).log;
  expect(creator).toEqual({ name: 'store-orders-sim proxy', version: expect.stringMatching(/^\d/) });
  expect(entries).toHaveLength(1);
  expect(entries[0].request.url).toBe('https://orders.example/v1/store/orders/[redacted]');
});
