import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecrets, redacted } from './secrets.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const unicode = (text: string) =>
  text.replace(/[^ -~]|[<>&'"\\/+=]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const encodings: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  'upper case': (text) => text.replace(/[a-z]/g, (one) => one.toUpperCase()),
  percent: encodeURIComponent,
  'percent of every byte': (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  'percent of every byte in upper case': (text) =>
    Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&'),
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'JSON in ASCII': unicode,
  HTML: (text) => text.replace(/[<>&"]/g, (c) => `&${{ '<': 'lt', '>': 'gt', '&': 'amp', '"': 'quot' }[c]};`),
  base64,
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 after one byte': (text) => base64(`:${text}`),
  'base64 after two bytes': (text) => base64(`a:${text};`),
  'a header': (text) => Buffer.from(text).toString('latin1'),
};
const secretOf = (unit: string) => fc.string({ unit: fc.constantFrom(...unit), minLength: 8, maxLength: 40 });
const anySecret = fc.oneof(secretOf('abcXYZ019-._~+/= $^(?[{|\\"&<>%#;:u'), secretOf('züÉ€日😀a1'));

test('no text contains a secret in an encoding of programs, and the rest of the text is unchanged', () => {
  fc.assert(
    fc.property(anySecret, fc.constantFrom(...Object.keys(encodings)), (secret, name) => {
      const given = `before, ${encodings[name]?.(secret)} ! after`;
      const secrets = createSecrets([secret]);
      const bytes = Buffer.from(given, name === 'a header' ? 'latin1' : 'utf8');
      for (const shown of [secrets.hide(given), secrets.hideBytes(bytes).toString()]) {
        expect(shown).toContain(redacted);
        expect(shown).toMatch(/^before, .* ! after$/s);
        // Of base64, the characters remain that encode what is beside the secret.
        const rest = shown.slice(8, -8).replace(redacted, '');
        expect(rest.length).toBeLessThanOrEqual(name.startsWith('base64') ? 8 : 0);
      }
    }),
    { numRuns: 500 },
  );
});

test.each<[text: string, secrets: string[], hidden: string]>([
  ['nothing here', ['a-long-key'], 'nothing here'],
  ['', [], ''],
  ['a text', ['', ''], 'a text'],
  ['in a-long-key, twice: a-long-key', ['a-long-key'], 'in #, twice: #'],
  ['xa-long-keyx', ['a-long-key'], 'x#x'],
  ['a-long-key', ['long-key', 'a-long-key'], '#'],
  ['12345678abcdefgh', ['12345678', 'abcdefgh'], '##'],
  ['a cat, a concatenation', ['cat', 'e', 'd', 'a'], '# #, # concatenation'],
  ['"key":"val","x":"e"', ['val', 'e', 'key'], '"#":"#","x":"#"'],
  ['A-LONG-KEY', ['a-long-key'], '#'],
  ['50% of a&b + ~c \\d', ['a-long-key'], '50% of a&b + ~c \\d'],
  ['redacted', ['redacted'], '#'],
])('in "%s" the secrets %j leave "%s"', (text, secrets, hidden) => {
  const all = createSecrets(secrets);
  expect(all.hide(text).replaceAll(redacted, '#')).toBe(hidden);
  expect(all.hideBytes(Buffer.from(text)).toString().replaceAll(redacted, '#')).toBe(hidden);
});

const key = 'sk/Canary+7f3a9-Zq=';
const secrets = createSecrets([key]);

test('hides the beginning of a secret that was cut', () => {
  expect(secrets.hide(`{"key":"${key.slice(0, 9)}…`)).toBe('{"key":"[redacted]…');
  expect(secrets.hide(`{"key":"${key.slice(0, 3)}…`)).toBe('{"key":"sk/…');
});

test('hides a part of a text, with a secret that begins or ends outside of it', () => {
  const text = `before ${key} after`;
  expect(secrets.hide(text, 0, 10)).toBe('before [redacted]');
  expect(secrets.hide(text, 10, 28)).toBe('[redacted] a');
  expect(secrets.hide(text, 10, 12)).toBe('[redacted]');
  expect(secrets.hide(text, 27)).toBe('after');
});

test('extends other sets, and knows its own secrets', () => {
  const more = createSecrets(['another-key'], secrets, createSecrets(['a-third-key']));
  expect(more.hide(`${key} another-key a-third-key`)).toBe('[redacted] [redacted] [redacted]');
  expect(['none', key, 'another-key'].map(more.has)).toEqual([false, false, true]);
});

test('hides secrets in every field and property name of a value, and leaves the rest as it is', () => {
  const day = new Date(0);
  const given = {
    kind: 'one',
    deep: [{ any: { new: { field: `a ${key}` } } }, [key, 1n, undefined, null, true, day]],
    [`x-${key}`]: key,
    bytes: Buffer.from(`a ${key}`),
    array: new Uint8Array(Buffer.from(key)),
  };
  const mark = redacted;
  expect(secrets.hideIn(given)).toEqual({
    kind: 'one',
    deep: [{ any: { new: { field: `a ${mark}` } } }, [mark, 1n, undefined, null, true, day]],
    [`x-${mark}`]: mark,
    bytes: Buffer.from(`a ${mark}`),
    array: Buffer.from(mark),
  });
});

test('keeps the kinds of a value and names that are words, even if a secret is one of them', () => {
  const given = { kind: 'failed', path: 'failed path', rawHeaders: [] };
  expect(createSecrets(['failed', 'path', 'kind', 'rawHeaders']).hideIn(given)).toEqual({
    kind: 'failed',
    path: '[redacted] [redacted]',
    rawHeaders: [],
  });
});
