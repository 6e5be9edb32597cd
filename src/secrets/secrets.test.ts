import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecrets, redacted } from './secrets.ts';

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
  base64: (text) => Buffer.from(text).toString('base64'),
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
