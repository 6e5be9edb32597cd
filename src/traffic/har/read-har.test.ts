import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { cancel, entry, har, type Recorded } from '../../../test/traffic/har/recording.ts';
import type { ReceivedResponse } from '../../contract/exchange.ts';
import { UserError } from '../../user-error.ts';
import type { HarEntry } from './har-format.ts';
import { withDecodedBody } from './read-entry.ts';
import { readHar, readHarText } from './read-har.ts';

const read = (...entries: readonly object[]) => readHarText(har(...entries), 'it.har');

function responseOf(recorded: Recorded, found: object = entry(recorded)): ReceivedResponse {
  const outcome = read(found).recorded[0]?.exchange.outcome;
  if (outcome?.kind !== 'responded') throw new Error('no response was read');
  return outcome.response;
}

test('reads the exchanges of the contract in the order of sending, and counts what it ignores', () => {
  const reading = read(
    cancel(204, { at: 50, url: '/store/orders/%zz' }),
    entry({ at: 10, url: '/store/orders?page=2#top' }),
    entry({ url: 'https://cdn.example/v1/app.js' }),
    entry({ url: 'wss://orders.example/v1/store/orders' }),
    entry({ url: '/pets/1' }),
    entry({ method: 'OPTIONS' }),
    entry({ method: 'DELETE', url: '/store/orders/%31/../2' }),
    entry({ entry: { _fromCache: 'disk' } }),
    entry({ status: 304, request: { headers: [{ name: 'If-None-Match', value: '"x"' }] } }),
  );
  expect(reading.baseUrl).toBe('https://orders.example/v1');
  expect(
    reading.recorded.map(({ exchange }) => [exchange.number, exchange.request.method, exchange.request.path]),
  ).toEqual([
    [1, 'GET', '/store/orders'],
    [2, 'DELETE', '/store/orders/%zz'],
  ]);
  expect(reading.recorded[0]?.exchange.request.query).toBe('page=2');
  expect(reading.ignored.toSorted()).toEqual([
    ...['cached', 'cached', 'other', 'other', 'other', 'other-host', 'other-host'],
  ]);
});

test('refuses the requests of two environments, unless the base address is given', () => {
  const text = har(entry(), entry({ url: 'https://orders.example/staging/v1/store/orders' }), entry());
  expect(readHarText(text, 'it.har', 'https://orders.example/v1')).toMatchObject({
    recorded: [{}, {}],
    ignored: ['other'],
  });
  expect(() => readHarText(text, 'it.har')).toThrow(
    'it.har has requests to 2 base addresses: https://orders.example/v1 (2), https://orders.example/staging/v1 (1); ' +
      'expected requests to one base address; pass the base address to check',
  );
  expect(() => readHarText(text, 'it.har', 'orders.example')).toThrow(
    'base address is not an address: orders.example',
  );
});

test('reads HTTP/2 headers in lower case, and headers that a browser joined', () => {
  const headers = [
    { name: ':status', value: '200' },
    { name: 'content-type', value: 'application/json\ntext/plain' },
  ];
  const response = responseOf({ headers });
  expect(response.statusLine).toBe('HTTP/2 200');
  expect(response.rawHeaders).toEqual([
    ['content-type', 'application/json'],
    ['content-type', 'text/plain'],
  ]);
});

const list = '[{"id":9223372036854775807,"shipDate":"2026-01-20T10:00:00Z"}]';
const coded = (name: string) => [{ name: 'Content-Encoding', value: name }];
const inBase64 = (bytes: Buffer) => ({
  content: { size: 1, text: bytes.toString('base64'), encoding: 'base64' },
});

test.each<[string, Recorded]>([
  ['text', { body: list }],
  ['text that a browser decoded', { body: list, headers: coded('gzip') }],
  ['base64', { response: inBase64(Buffer.from(list)) }],
  ['base64 that a browser decoded', { response: inBase64(Buffer.from(list)), headers: coded('br') }],
  ['base64 of gzip', { response: inBase64(gzipSync(list)), headers: coded('gzip') }],
  ['base64 of zstd', { response: inBase64(zstdCompressSync(list)), headers: coded('zstd') }],
])('reads a body recorded as %s', async (_how, recorded) => {
  const decoded = await withDecodedBody(entry(recorded) as HarEntry);
  expect(responseOf(recorded, decoded).body?.toString()).toBe(list);
});

test.each<[string, Recorded, Buffer | undefined]>([
  ['is unknown if the recording leaves it out', { body: null }, undefined],
  [
    'is unknown if only its size is recorded',
    { response: { content: { size: 0 }, bodySize: -1 } },
    undefined,
  ],
  ['is empty if both sizes are 0', { response: { content: { size: 0 }, bodySize: 0 } }, Buffer.alloc(0)],
  [
    'keeps bytes that cannot be decoded',
    { response: inBase64(Buffer.from([0x5b, 0xff])), headers: coded('gzip') },
    Buffer.from([0x5b, 0xff]),
  ],
])('a body %s', (_what, recorded, body) => {
  expect(responseOf(recorded).body).toEqual(body);
});

test.each<[string | null, number, object]>([
  ['bearer k', 404, { kind: 'valid' }],
  ['Bearer k', 401, { kind: 'refused' }],
  ['Basic azpr', 200, { kind: 'invalid', how: 'other-scheme' }],
  [null, 200, { kind: 'none' }],
])('a request with Authorization %j and status %i has the key %j', (key, status, expected) => {
  const reading = read(entry({ key, status }), entry({ at: 9 }));
  expect(reading.recorded[0]?.exchange.request.key).toEqual(expected);
});

test('a recording without any Authorization header proves nothing about keys', () => {
  const reading = read(entry({ key: null }), entry({ key: null, status: 401, at: 1 }));
  expect(reading.keysRecorded).toBe(false);
  expect(reading.recorded.map(({ exchange }) => exchange.request.key.kind)).toEqual(['valid', 'none']);
});

test('keeps credentials only as secrets', () => {
  const { secrets, ...rest } = read(entry(), entry({ key: 'Basic c2VjcmV0', url: 'https://other.example/' }));
  expect(secrets).toEqual(['secret-key-1', 'c2VjcmV0', 'secret']);
  expect(JSON.stringify(rest)).not.toMatch(/secret-key|c2VjcmV0/);
});

test.each([
  ['', 'it.har:1:1 is not JSON; expected a HAR 1.2 file; the file is empty'],
  ['{"log":\n  {"entries" [] }}', 'it.har:2:14 is not JSON'],
  [
    '{"log":{"entries":7}}',
    'it.har log.entries is a number; expected a list; export the recording as HAR 1.2',
  ],
  [
    har(entry({ entry: { startedDateTime: 'today' } })),
    'it.har log.entries[0].startedDateTime is a string; expected a date and time of ISO 8601',
  ],
])('refuses %j and names the place', (text, message) => {
  expect(() => readHarText(text, 'it.har')).toThrow(UserError);
  expect(() => readHarText(text, 'it.har')).toThrow(message);
});

test('reads a file with a byte order mark, and names a file that does not exist', async () => {
  const folder = newFolder();
  await writeFile(join(folder, 'it.har'), `\ufeff${har(entry())}`);
  expect(await readHar(join(folder, 'it.har'))).toMatchObject({ recorded: [{}] });
  await expect(readHar(join(folder, 'none.har'))).rejects.toThrow(
    `${join(folder, 'none.har')} cannot be read (ENOENT)`,
  );
});

test.each([
  ['h2', '', 'HTTP/2 200'],
  ['HTTP/1.1', 'OK', 'HTTP/1.1 200 OK'],
  ['unknown', 'OK', 'HTTP 200 OK'],
])('a response of version %j with the text %j has the status line %s', (httpVersion, statusText, line) => {
  const outcome = read(entry({ response: { httpVersion, statusText } })).recorded[0]?.exchange.outcome;
  expect(outcome).toMatchObject({ response: { statusLine: line } });
});

const asks = (name: string) => ({ request: { headers: [{ name, value: 'x' }] } });
test.each<[string, Recorded, readonly string[]]>([
  ['a browser read from its cache', { entry: { _fromCache: 'memory' } }, ['cached']],
  ['a service worker fetched', { entry: { _fetchedViaServiceWorker: true } }, ['cached']],
  ['has not changed for a cache', { status: 304, ...asks('If-Modified-Since') }, ['cached']],
  ['has not changed for no cache', { status: 304, ...asks('Accept') }, []],
  ['a cache asked for and got whole', { status: 200, ...asks('If-None-Match') }, []],
])('a response that %s comes from a cache, or not', (_, recorded, ignored) => {
  expect(read(entry(recorded)).ignored).toEqual(ignored);
});

test.each([
  ['GET', 'xhttps://orders.example/v1/store/orders', 0],
  ['PUT', '/store/orders/1', 0],
  ['DELETE', '/store/orders/1/items', 0],
  ['DELETE', '/store/orders/1', 1],
])('%s %s is %i operation of the contract', (method, url, length) => {
  expect(readHarText(har(entry({ method, url })), 'it.har', 'https://orders.example/v1//')).toMatchObject({
    baseUrl: 'https://orders.example/v1',
    recorded: { length },
  });
});
