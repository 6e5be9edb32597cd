import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecrets, redacted } from './secrets.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

type Encode = (text: string, isEncoded: (at: number) => boolean) => string;

/** Encodes some or all characters of a text. */
const each =
  (encode: (character: string) => string): Encode =>
  (text, isEncoded) =>
    [...text].map((character, at) => (isEncoded(at) ? encode(character) : character)).join('');
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');
const unit = (text: string) => text.split('').map((one) => `\\u${hex(one.charCodeAt(0), 4)}`);
const code = (character: string) => character.codePointAt(0) ?? 0;
const special = /[^A-Za-z0-9]/;

/** Escapes of characters. What has to be escaped is escaped always, the rest now and then. */
const escapes: Readonly<Record<string, Encode>> = {
  percent: each((character) => Buffer.from(character).toString('hex').replace(/../g, '%$&')),
  'upper-case percent': each((c) => Buffer.from(c).toString('hex').toUpperCase().replace(/../g, '%$&')),
  'JSON unicode': each((character) => unit(character).join('')),
  'upper-case JSON unicode': each((c) => unit(c).join('').toUpperCase().replaceAll('\\U', '\\u')),
  'decimal HTML': each((character) => `&#${code(character)};`),
  'hexadecimal HTML': each((character) => `&#x${code(character).toString(16)};`),
};
const whole: Readonly<Record<string, Encode>> = {
  URI: (text) => encodeURIComponent(text),
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  HTML: (text) => text.replace(/[<>&"]/g, (c) => `&${{ '<': 'lt', '>': 'gt', '&': 'amp', '"': 'quot' }[c]};`),
  'a JSON pointer': (text) => text.replaceAll('~', '~0').replaceAll('/', '~1'),
  'a header': (text) => Buffer.from(text).toString('latin1'),
};
const words: Readonly<Record<string, Encode>> = {
  base64,
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 after one byte': (text) => Buffer.from(`:${text}`).toString('base64'),
  'base64 after two bytes': (text) => Buffer.from(`a:${text};`).toString('base64'),
  hex: (text) => Buffer.from(text).toString('hex'),
};
const all = { ...escapes, ...whole, ...words };
const encoding = fc.constantFrom(...Object.keys(all));
const secretOf = (unit: fc.Arbitrary<string>) => fc.string({ unit, minLength: 8, maxLength: 24 });
const anySecret = fc.oneof(
  secretOf(fc.constantFrom(...'abcXYZ019-._~+/= $^(?[{|\\"\'&<>%#;:u')),
  secretOf(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
  secretOf(fc.constantFrom(...'züÉ€日😀a1')),
);

function encode(name: string, text: string, full: boolean): string {
  const apply = all[name];
  if (apply === undefined) throw new Error(`no encoding ${name}`);
  // A character that begins an escape is never left as it is: no decoder would return it.
  return apply(text, (at) => full || at % 3 !== 1 || special.test([...text][at] ?? ''));
}

test('no text contains a secret that is encoded once or twice, and the rest of the text is unchanged', () => {
  fc.assert(
    fc.property(
      anySecret.filter((secret) => secret.isWellFormed()),
      fc.array(encoding, { maxLength: 2 }),
      fc.boolean(),
      (secret, chain, full) => {
        const encoded = chain.reduce((text, name) => encode(name, text, full), secret);
        const given = `before, ${encoded} ! after`;
        const secrets = createSecrets([secret]);
        for (const shown of [secrets.hide(given), secrets.hideBytes(Buffer.from(given)).toString()]) {
          expect(shown).toContain(redacted);
          expect(shown).toMatch(/^before, .* ! after$/s);
          // Of a base64 text, the characters remain that encode what is beside the secret.
          const rest = shown.slice(8, -8).replace(redacted, '');
          expect(rest.length).toBeLessThanOrEqual(chain.some((name) => Object.hasOwn(words, name)) ? 48 : 0);
        }
      },
    ),
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
  ['abcdefghijkl', ['abcdefgh', 'efghijkl'], '#'],
  ['ababababab', ['abababab'], '#'],
  ['12345678abcdefgh', ['12345678', 'abcdefgh'], '##'],
  ['a cat, a concatenation', ['cat', 'e', 'd', 'a'], '# #, # concatenation'],
  ['"key":"val","x":"e"', ['val', 'e', 'key'], '"#":"#","x":"#"'],
  ['A-LONG-KEY', ['a-long-key'], '#'],
  ['without a-long-ke or -long-key', ['a-long-key'], 'without # or #'],
  ['yek-gnol-a', ['a-long-key'], '#'],
  [`${base64('x:key1')} key1`, ['key1'], 'eD# #'],
  ['50% of a&b + ~c \\d', ['a-long-key'], '50% of a&b + ~c \\d'],
  ['redacted', ['redacted'], '#'],
])('in "%s" the secrets %j leave "%s"', (text, secrets, hidden) => {
  expect(createSecrets(secrets).hide(text).replaceAll(redacted, '#')).toBe(hidden);
  expect(createSecrets(secrets).hideBytes(Buffer.from(text)).toString().replaceAll(redacted, '#')).toBe(
    hidden,
  );
});

const key = 'sk/Canary+7f3a9-Zq=';
const secrets = createSecrets([key]);

test('hides the part of a secret that a shortening left beside an ellipsis', () => {
  expect(secrets.hide(`…${key.slice(5)}","x":1`)).toBe('…[redacted]","x":1');
  expect(secrets.hide(`{"key":"${key.slice(0, 9)}…`)).toBe('{"key":"[redacted]…');
  expect(secrets.hide('…"status":500}')).toBe('…"status":500}');
  expect(createSecrets(['zür-ïch-äöü']).hide('an …ïch-äöü and zür-ï…')).toBe(
    'an …[redacted] and [redacted]…',
  );
});

test('reads at most 40 times the bytes of a text, whatever is encoded or shortened in it', () => {
  const [search] = secrets.searches();
  if (search === undefined) throw new Error('A set with a secret has a search.');
  let read = 0;
  const counting: typeof search = {
    ...search,
    find(text, found) {
      read += text.length;
      search.find(text, found);
    },
    begunAtEnd(text) {
      read += text.length;
      return search.begunAtEnd(text);
    },
  };
  const { hide } = createSecrets([], { ...secrets, searches: () => [counting] });
  const units = [
    '…',
    'a',
    'a…',
    '%25',
    '%61',
    '\\u005c',
    '\\u0061',
    'YWFh',
    'JTYx',
    '&amp;',
    '3631',
    '"',
    ' ',
    'é',
    key,
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 500 }),
      (pieces, times) => {
        read = 0;
        const text = pieces.join('').repeat(times);
        hide(text);
        expect(read).toBeLessThanOrEqual(40 * Buffer.byteLength(text));
      },
    ),
    { numRuns: 300 },
  );
});

test('hides a part of a text, with a secret that begins or ends outside of it', () => {
  const text = `before ${key} after`;
  expect(secrets.hide(text, 0, 10)).toBe('before [redacted]');
  expect(secrets.hide(text, 10, 28)).toBe('[redacted] a');
  expect(secrets.hide(text, 10, 12)).toBe('[redacted]');
  expect(secrets.hide(text, 27)).toBe('after');
});

test('hides a secret in UTF-16, and returns the same buffer if it has none', () => {
  expect(secrets.hideBytes(Buffer.from(`x ${key} y`, 'utf16le')).toString('latin1')).not.toContain('C\0a\0n');
  const clean = Buffer.from('nothing here');
  expect(secrets.hideBytes(clean)).toBe(clean);
});

test('hides a secret anywhere in a long text', () => {
  for (const at of [0, 262_130, 262_144, 300_000]) {
    const text = `${'a '.repeat(at / 2)}${base64(`:${encodeURIComponent(key)}`)}${' b'.repeat(50_000)}`;
    const shown = secrets.hide(text);
    expect(shown.split(redacted)).toHaveLength(2);
    expect(shown.slice(0, at)).toBe(text.slice(0, at));
    expect(shown.endsWith(text.slice(-100_000))).toBe(true);
  }
});

test('extends other sets, and knows their secrets', () => {
  const more = createSecrets(['another-key', key], secrets, createSecrets(['a-third-key']));
  expect(more.hide(`${key} another-key a-third-key`)).toBe('[redacted] [redacted] [redacted]');
  expect([more.has(key), more.has('a-third-key'), more.has('another-key'), more.has('none')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('hides secrets in every field and property name of a value, and leaves the rest as it is', () => {
  const day = new Date(0);
  const given = {
    kind: 'one',
    deep: [{ any: { new: { field: `a ${key}` } } }, [key, 1n, undefined, null, true, day]],
    [`x-${key}`]: key,
    map: new Map([[key, new Set([key])]]),
    bytes: Buffer.from(`a ${key}`),
    array: new Uint8Array(Buffer.from(key)),
  };
  const mark = redacted;
  expect(secrets.hideIn(given)).toEqual({
    kind: 'one',
    deep: [{ any: { new: { field: `a ${mark}` } } }, [mark, 1n, undefined, null, true, day]],
    [`x-${mark}`]: mark,
    map: new Map([[mark, new Set([mark])]]),
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
