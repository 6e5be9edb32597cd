import fc from 'fast-check';
import { expect, test } from 'vitest';
import { surroundings } from '../../../test/journal/a-journal.ts';
import { anEntry } from '../../../test/journal/an-entry.ts';
import type { JournalEntry } from './journal-entry.ts';
import { createRedactor } from './redactor.ts';
import { showExchange } from './show-exchange.ts';

const shown = (entry: JournalEntry): string =>
  JSON.stringify(showExchange(entry, surroundings(), { ids: [], pending: [] }), (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
const canary = 'C4nary-key.9_x~';

test.each<[string, Partial<JournalEntry> & { line?: string }]>([
  ['as a bearer token', { rawHeaders: ['Authorization', `Bearer ${canary}`] }],
  ['with another scheme', { rawHeaders: ['authorization', `Basic ${canary}`] }],
  ['without a scheme', { rawHeaders: ['AUTHORIZATION', canary] }],
  ['behind an unknown scheme', { rawHeaders: ['Authorization', `${canary} Secret`] }],
  ['in quotes', { rawHeaders: ['Authorization', `Bearer "${canary}"`] }],
  ['in another header', { rawHeaders: ['X-Api-Key', canary] }],
  ['in a cookie', { rawHeaders: ['Cookie', `session=${canary}`] }],
  ['in the query by name', { line: `GET /v1/store/orders?api_key=${canary}`, rawHeaders: [] }],
  [
    'in the query as it was sent as token',
    { line: `GET /v1/store/orders?q=${canary}`, rawHeaders: ['Authorization', `Bearer ${canary}`] },
  ],
  [
    'in the path as it was sent as token',
    { line: `GET /v1/${canary}`, rawHeaders: ['Authorization', `Bearer ${canary}`] },
  ],
  [
    'in the body',
    { body: Buffer.from(`{"k":"${canary}"}`), rawHeaders: ['Authorization', `Bearer ${canary}`] },
  ],
  [
    'in a body that is no UTF-8',
    {
      body: Buffer.concat([Buffer.from([0xff]), Buffer.from(canary)]),
      rawHeaders: ['Authorization', `Bearer ${canary}`],
    },
  ],
  [
    'in the answer',
    { answerBody: canary, answerLength: 15, status: 200, rawHeaders: ['Authorization', `Bearer ${canary}`] },
  ],
])('shows no key that was sent %s', (_, { line = 'GET /v1/store/orders', ...rest }) => {
  const text = shown(anEntry(line, rest));
  expect(text).not.toContain(canary);
  expect(text).not.toContain(Buffer.from(canary).toString('base64').slice(4, 16));
  expect(text).toMatch(/redacted|base64/);
});

test('shows no key of the environment that stands where nobody expects one', () => {
  const text = shown(
    anEntry('GET /v1/store/orders/test-api-key?page=test%2Dapi%2Dkey', {
      rawHeaders: ['Referer', 'http://x/?test-api-key', 'Idempotency-Key', 'abc'],
      body: Buffer.from('key=test-api-key'),
    }),
  );
  expect(text).not.toMatch(/test.{1,3}api.{1,3}key/);
  expect(text).toContain('"value":"abc"');
});

test('shows scheme and the rest of a request as they came', () => {
  const redactor = createRedactor(anEntry('GET /v1/store/orders?a=1&b'), () => false);
  expect(redactor.header('Authorization', 'Bearer test-api-key')).toBe('Bearer <redacted>');
  expect(redactor.query('?a=1&b&b=')).toBe('?a=1&b&b=');
  expect(redactor.header('Accept', 'text/html; q=0.5')).toBe('text/html; q=0.5');
});

test('shows no part of a key that the end of what is kept cut in two', () => {
  const body = Buffer.from(`{"k": "${canary.slice(0, 9)}`);
  const text = shown(anEntry('POST /quickstart/messages', { body, bodyLength: 100 }));
  expect(text).not.toContain(canary.slice(0, 4));
});

test('a key of four characters and more never shows, whatever it is made of', () => {
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
      const exchange = showExchange(entry, surroundings(), { ids: [], pending: [] });
      expect(exchange.headers.map(({ value }) => value).join()).not.toContain(secret);
      expect(exchange.body?.text).not.toContain(secret);
      expect(decodeURIComponent(exchange.query)).not.toContain(secret);
    }),
  );
});
