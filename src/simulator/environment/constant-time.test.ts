import fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalsSecret } from './constant-time.ts';

test('texts are equal to themselves and to no other', () => {
  const similar = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', 'é', '\u0000', '𝄞'), maxLength: 4 });
  fc.assert(
    fc.property(similar, similar, (came, secret) => equalsSecret(came, secret) === (came === secret)),
    {
      numRuns: 2_000,
    },
  );
  fc.assert(fc.property(fc.string({ maxLength: 600 }), (text) => equalsSecret(text, text)));
});

test.each([
  ['the secret', 'test-api-key'],
  ['another first character', 'Test-api-key'],
  ['another last character', 'test-api-keY'],
  ['nothing alike', '------------'],
])('looks at every character of %s', (_, text) => {
  const looked = new Set<number>();
  const came = {
    length: text.length,
    charCodeAt: (at: number) => {
      looked.add(at);
      return text.charCodeAt(at);
    },
  };
  equalsSecret(came as string, 'test-api-key');
  expect(looked.size).toBe(text.length);
});
