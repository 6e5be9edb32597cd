import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anEntry, context } from '../../../../test/simulator/environment/journal/a-journal.ts';
import { createSecrets } from '../../../secrets/secrets.ts';
import type { JournalEntry } from './journal-entry.ts';
import { createRedactor, showBody } from './redactor.ts';
import { showExchange } from './show-exchange.ts';

const shown = (entry: JournalEntry): string =>
  JSON.stringify(showExchange(entry, context(), { ids: [], pending: [] }), (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
const ownKey = createSecrets(['own']);
const canary = 'C4nary-key.9_x~';

test.each<[string, Partial<JournalEntry>]>([
  ['as a bearer token', { rawHeaders: ['Authorization', `Bearer ${canary}`] }],
  ['in a cookie', { rawHeaders: ['Cookie', `session=${canary}`] }],
  [
    'in a body that is not UTF-8',
    {
      body: Buffer.concat([Buffer.from([0xff]), Buffer.from(canary)]),
      rawHeaders: ['Authorization', `Bearer ${canary}`],
    },
  ],
  [
    'in the response',
    {
      responseBody: canary,
      responseLength: 15,
      status: 200,
      rawHeaders: ['Authorization', `Bearer ${canary}`],
    },
  ],
])('redacts a key that was sent %s', (_, rest) => {
  const text = shown(anEntry('GET /v1/store/orders', rest));
  expect(text).not.toContain(canary);
  expect(text).not.toContain(Buffer.from(canary).toString('base64').slice(4, 16));
  expect(text).toMatch(/redacted|base64/);
});

test('redacts a key of the environment in unexpected places', () => {
  const text = shown(
    anEntry('GET /v1/store/orders/test-api-key?page=test%2Dapi%2Dkey', {
      rawHeaders: [
        'Referer',
        'http://x/?test-api-key',
        'Idempotency-Key',
        'abc',
        'traceparent',
        'test-api-key',
      ],
      body: Buffer.from('key=test-api-key'),
    }),
  );
  expect(text).not.toMatch(/test.{1,3}api.{1,3}key/);
  expect(text).toContain('"value":"abc"');
});

test('never shows a key of four characters or more', () => {
  const key = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 6,
    maxLength: 40,
  });
  fc.assert(
    fc.property(key, (secret) => {
      const rawHeaders = ['Authorization', `Bearer ${secret}`, 'X-Other', `a ${secret} b`];
      const body = Buffer.from(`x ${secret} y`);
      const entry = anEntry(`GET /v1/store/orders?q=${encodeURIComponent(secret)}`, { rawHeaders, body });
      const exchange = showExchange(entry, context(), { ids: [], pending: [] });
      expect(exchange.headers.map(({ value }) => value).join()).not.toContain(secret);
      expect(exchange.body?.text).not.toContain(secret);
      expect(decodeURIComponent(exchange.query)).not.toContain(secret);
    }),
  );
});

test.each([
  ['a secret of another header', '', ['X-Api-Key', canary], `/v1/${canary}`, '/v1/[redacted]'],
  ['a secret of the query', `?api_key=${canary}`, [], `x ${canary}`, 'x [redacted]'],
  ['a secret of the query, decoded', '?token=my%20key', [], 'my key', '[redacted]'],
  ['the value of a header that names no secret', '', ['X-Other', canary], canary, canary],
  ['a token of four characters', '', ['Authorization', 'Bearer abcd'], 'abcd', '[redacted]'],
  ['a token of three characters, which is not a key', '', ['Authorization', 'Bearer abc'], 'abc', 'abc'],
  ['a token of three, which is one', '', ['Authorization', 'Bearer own'], 'own xownx', '[redacted] xownx'],
])('in a path, a body or a note, %s becomes as shown', (_, query, rawHeaders, given, expected) => {
  const redactor = createRedactor(anEntry(`GET /v1/store/orders${query}`, { rawHeaders }), ownKey);
  expect(redactor.hide(given)).toBe(expected);
});

test.each([
  ['Authorization', 'Bearer x', 'Bearer [redacted]'],
  ['Authorization', 'what is this', '[redacted]'],
  ['Authorization', '', ''],
  ['proxy-authorization', 'Basic eDp5', 'Basic [redacted]'],
  ['X-Authorization', 'Bearer x', '[redacted]'],
  ['X-Other', 'own', '[redacted]'],
])('the header %s: %s is shown as "%s"', (name, value, expected) => {
  const redactor = createRedactor(anEntry('GET /v1/store/orders'), ownKey);
  expect(redactor.header(name, value)).toBe(expected);
});

test.each([
  ['?token=x&page=1', '?token=[redacted]&page=1'],
  ['?to%6Ben=x', '?to%6Ben=[redacted]'],
  ['?page=own&x=%6F%77%6E', '?page=[redacted]&x=[redacted]'],
  ['', ''],
])('the query %s is shown as %s', (query, expected) => {
  const redactor = createRedactor(anEntry('GET /v1/store/orders'), ownKey);
  expect(redactor.query(query)).toBe(expected);
});

const secrets = createSecrets(['test-api-key']);
const showKept = (kept: string | Buffer | undefined, length?: number) =>
  showBody(kept, length ?? Buffer.byteLength(kept ?? ''), secrets);

test('an empty body is undefined, and a body that was not kept has only its length', () => {
  expect([showKept('', 0), showKept(undefined, 0)]).toEqual([undefined, undefined]);
  expect(showKept(undefined, 9)).toEqual({ length: 9, truncated: true });
});

test('text is shown as text, with its byte order mark and without keys', () => {
  expect(showKept('{"key":"test-api-key","to":"Zoë"}')).toEqual({
    length: 34,
    truncated: false,
    text: '{"key":"[redacted]","to":"Zoë"}',
  });
  expect(showKept(Buffer.from('\u{feff}a b'))).toEqual({ length: 6, truncated: false, text: '\u{feff}a b' });
});

test('other bytes are shown in base64, without keys', () => {
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0x20]),
    Buffer.from('test-api-key'),
    Buffer.from([0x20, 0xe4]),
  ]);
  const shown = Buffer.concat([
    Buffer.from([0xff, 0x20]),
    Buffer.from('[redacted]'),
    Buffer.from([0x20, 0xe4]),
  ]);
  expect(showKept(bytes)).toEqual({ length: 16, truncated: false, base64: shown.toString('base64') });
});

test('the last word of a truncated body is omitted, since it may be a part of a key', () => {
  expect(showKept('{"key":"test-api', 100)).toEqual({ length: 100, truncated: true, text: '{"key":"…' });
  expect(showKept('{"key":"test-api"', 17)?.text).toBe('{"key":"test-api"');
});

test('an incomplete character is ignored at the end of a truncated text, and makes a whole text bytes', () => {
  const cut = Buffer.from('a, Zoë').subarray(0, 6);
  expect(showKept(cut, 7)).toEqual({ length: 7, truncated: true, text: 'a, …' });
  expect(showKept(cut)).toEqual({ length: 6, truncated: false, base64: cut.toString('base64') });
});
