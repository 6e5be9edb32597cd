import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const key = 'sk/Canary+7f3a9-Zq=';
const { text, excerpt, bytes } = createRedaction([key]);
const base64 = (plain: string) => Buffer.from(plain).toString('base64');

test.each([
  ['raw', `{"message":"no such key ${key}!"}`],
  ['in other case', key.toUpperCase()],
  ['without its last character', `"${key.slice(0, -1)}"`],
  ['without its first character', `"${key.slice(1)}"`],
  ['with one character more', `${key}x`],
  ['percent-encoded', encodeURIComponent(key)],
  ['percent-encoded to the last character', Buffer.from(key).toString('hex').replace(/../g, '%$&')],
  ['in JSON escapes', JSON.stringify(key).replaceAll('/', '\\/')],
  ['in JSON unicode escapes', [...key].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')],
  ['in HTML character references', [...key].map((c) => `&#${c.charCodeAt(0)};`).join('')],
  ['in hex', Buffer.from(key).toString('hex')],
  ['in base64', base64(key)],
  ['in base64 with text around it', base64(`user:${key}:x`)],
  ['in base64 with other text around it', base64(`us:${key}`)],
  ['in base64url', Buffer.from(`u:${key}`).toString('base64url')],
])('removes a key that is written %s', (_how, given) => {
  for (const rest of [text(given), bytes(Buffer.from(given)).toString()]) {
    expect(rest).toContain('[key]');
    expect(rest.toLowerCase()).not.toContain(key.slice(1, -1).toLowerCase());
    expect(rest).not.toMatch(/Canary|Q2FuYXJ5|NhbmFye|DYW5hcn|43616e6172/i);
  }
});

test('removes a key from bytes, in UTF-8 and in UTF-16, and does not change other bytes', () => {
  expect(bytes(Buffer.from(`[1,"${key}"]`)).toString()).toBe('[1,"[key]"]');
  expect(bytes(Buffer.from(key, 'utf16le')).toString('latin1')).not.toContain('C\0a\0n');
  const coded = gzipSync('nothing here');
  expect(bytes(coded)).toBe(coded);
});

test('removes the part of a key that a shortening left', () => {
  expect(excerpt(`…${key.slice(5)}","x":1`)).toBe('…[key]","x":1');
  expect(excerpt(`{"key":"${key.slice(0, 9)}…`)).toBe('{"key":"[key]…');
  expect(excerpt('…"status":500}')).toBe('…"status":500}');
});

test('does not change a text without a key', () => {
  expect(createRedaction(['', '']).text('a text')).toBe('a text');
});

test('removes any key from any text', () => {
  const anyKey = fc.string({ unit: fc.constantFrom(...'abcXYZ019-._~+/= $^(?[{|\\"\'&<>'), minLength: 8 });
  fc.assert(
    fc.property(anyKey, fc.string(), fc.string(), (secret, before, after) => {
      const rest = createRedaction([secret]).text(before + secret + after);
      const coded = createRedaction([secret]).text(base64(before + secret + after));
      expect(rest).toContain('[key]');
      expect(coded).toContain('[key]');
    }),
  );
});

test('removes from bytes exactly what it removes from the same text', () => {
  const secretOf = fc.string({
    unit: fc.constantFrom(...'abXYZ019-._~+/= %&\\"'),
    minLength: 1,
    maxLength: 9,
  });
  const codings: readonly ((plain: string) => string)[] = [
    (plain) => plain,
    (plain) => plain.toUpperCase(),
    (plain) => encodeURIComponent(plain),
    (plain) => JSON.stringify(plain),
    (plain) => [...plain].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join(''),
    (plain) => [...plain].map((c) => `&#${c.charCodeAt(0)};`).join(''),
    (plain) => [...plain].map((c) => `${c}\0`).join(''),
    (plain) => Buffer.from(plain).toString('hex'),
    base64,
  ];
  fc.assert(
    fc.property(
      secretOf,
      fc.constantFrom(...codings),
      fc.constantFrom('', '[1,"', 'k'),
      (secret, code, around) => {
        const redaction = createRedaction([secret]);
        const given = around + code(secret) + around;
        expect(redaction.bytes(Buffer.from(given)).toString()).toBe(redaction.text(given));
      },
    ),
    { numRuns: 300 },
  );
});
