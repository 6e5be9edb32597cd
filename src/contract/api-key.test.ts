import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authorization, refusedKeys } from './api-key.ts';

const anyKey = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'aZ09-._~+/=') });

test('never sends the key as a bearer token where it sends an invalid one', () => {
  fc.assert(
    fc.property(anyKey, fc.constantFrom(...refusedKeys), (apiKey, key) => {
      expect(authorization(key, apiKey)).not.toBe(`Bearer ${apiKey}`);
    }),
  );
});

test.each([
  ['one-character-less', 'Bearer Key-'],
  ['last-changed', 'Bearer Key-0'],
  ['first-changed', 'Bearer Aey-1'],
  ['middle-changed', 'Bearer Kea-1'],
  ['other-scheme', `Basic ${Buffer.from('Key-1').toString('base64')}`],
  ['empty', 'Bearer '],
] as const)('derives the invalid key %s', (how, expected) => {
  expect(authorization({ kind: 'invalid', how }, 'Key-1')).toBe(expected);
});

test('draws a key of the same length and kind, also if the key has no letters or only one character', () => {
  for (let time = 0; time < 100; time += 1)
    expect(authorization({ kind: 'invalid', how: 'random' }, '00af-B-k_')).toMatch(
      /^Bearer [1-9]{2}[b-f][a-e]-[AC-F]-[a-f]_$/,
    );
  expect(authorization({ kind: 'invalid', how: 'one-character-less' }, 'k')).toMatch(/^Bearer [a-f]$/);
  expect(authorization({ kind: 'invalid', how: 'random' }, '-_')).toBe('Bearer -_0');
});

test('sends the valid key, or no header', () => {
  expect(authorization({ kind: 'valid' }, 'Key-1')).toBe('Bearer Key-1');
  expect(authorization({ kind: 'none' }, 'Key-1')).toBeUndefined();
});
