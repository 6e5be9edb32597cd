import { expect, test } from 'vitest';
import { createSecrets } from '../../../secrets/secrets.ts';
import { showBody } from './show-body.ts';

const redactor = createSecrets(['test-api-key']);
const show = (kept: string | Buffer | undefined, length?: number) =>
  showBody(kept, length ?? Buffer.byteLength(kept ?? ''), redactor);

test('an empty body is undefined, and a body that was not kept has only its length', () => {
  expect([show('', 0), show(undefined, 0)]).toEqual([undefined, undefined]);
  expect(show(undefined, 9)).toEqual({ length: 9, truncated: true });
});

test('text is shown as text, with its byte order mark and without keys', () => {
  expect(show('{"key":"test-api-key","to":"Zoë"}')).toEqual({
    length: 34,
    truncated: false,
    text: '{"key":"[redacted]","to":"Zoë"}',
  });
  expect(show(Buffer.from('\u{feff}a b'))).toEqual({ length: 6, truncated: false, text: '\u{feff}a b' });
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
  expect(show(bytes)).toEqual({ length: 16, truncated: false, base64: shown.toString('base64') });
});

test('the last word of a truncated body is omitted, since it may be a part of a key', () => {
  expect(show('{"key":"test-api', 100)).toEqual({ length: 100, truncated: true, text: '{"key":"…' });
  expect(show('{"key":"test-api"', 17)?.text).toBe('{"key":"test-api"');
});

test('an incomplete character is ignored at the end of a truncated text, and makes a whole text bytes', () => {
  const cut = Buffer.from('a, Zoë').subarray(0, 6);
  expect(show(cut, 7)).toEqual({ length: 7, truncated: true, text: 'a, …' });
  expect(show(cut)).toEqual({ length: 6, truncated: false, base64: cut.toString('base64') });
});
