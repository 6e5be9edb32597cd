import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minInWord, splitAtSecrets } from './find-secrets.ts';

const redact = (text: string, ...secrets: string[]) => splitAtSecrets(text, secrets).join('#');

test.each<[text: string, secrets: string[], redacted: string]>([
  ['nothing here', ['a-long-key'], 'nothing here'],
  ['', [], ''],
  ['in a-long-key, twice: a-long-key', ['a-long-key'], 'in #, twice: #'],
  ['xa-long-keyx', ['a-long-key'], 'x#x'],
  ['a-long-key', ['long-key', 'a-long-key'], '#'],
  ['abcdefghijkl', ['abcdefgh', 'efghijkl'], '#'],
  ['ababababab', ['abababab'], '#'],
  ['12345678abcdefgh', ['12345678', 'abcdefgh'], '##'],
  ['a cat, a concatenation', ['cat', 'e', 'd', 'a', ''], '# #, # concatenation'],
  ['"key":"val","x":"e"', ['val', 'e', 'key'], '"#":"#","x":"#"'],
])('in "%s" the secrets %j leave "%s"', (text, secrets, redacted) => {
  expect(redact(text, ...secrets)).toBe(redacted);
});

const letters = { unit: fc.constantFrom(...'abc "') };
const anySecrets = fc.array(fc.string({ ...letters, minLength: 0, maxLength: 12 }), { maxLength: 12 });

test('a redacted text contains no secret of 8 characters or more, and what is left is of the text, in order', () => {
  fc.assert(
    fc.property(fc.string({ ...letters, maxLength: 200 }), anySecrets, (text, secrets) => {
      const pieces = splitAtSecrets(text, secrets);
      const long = secrets.filter((secret) => secret.length >= minInWord);
      expect(long.filter((secret) => pieces.some((piece) => piece.includes(secret)))).toEqual([]);
      expect(pieces.length).toBeLessThanOrEqual(text.length + 1);
      let at = 0;
      for (const piece of pieces) {
        at = text.indexOf(piece, at);
        expect(at).toBeGreaterThanOrEqual(0);
        at += piece.length;
      }
    }),
  );
});
