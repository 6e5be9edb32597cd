import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authorization } from './api-key.ts';

const hows = [
  'random',
  'one-character-less',
  'one-character-more',
  'other-case',
  'other-scheme',
  'key-as-basic',
  'key-as-token',
  'no-scheme',
  'empty',
] as const;
const anyKey = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'aZ09-._~+/=') });

test('never sends the key as a bearer token where it sends an invalid one', () => {
  fc.assert(
    fc.property(anyKey, fc.constantFrom(...hows), (apiKey, how) => {
      expect(authorization({ kind: 'invalid', how }, apiKey)).not.toBe(`Bearer ${apiKey}`);
    }),
  );
});

test.each([
  ['one-character-less', 'Bearer Key-'],
  ['one-character-more', 'Bearer Key-1x'],
  ['other-case', 'Bearer kEY-1'],
  ['other-scheme', `Basic ${Buffer.from('Key-1').toString('base64')}`],
  ['key-as-basic', 'Basic Key-1'],
  ['key-as-token', 'Token Key-1'],
  ['no-scheme', 'Key-1'],
  ['empty', 'Bearer '],
] as const)('derives the invalid key %s', (how, expected) => {
  expect(authorization({ kind: 'invalid', how }, 'Key-1')).toBe(expected);
});

test('draws a random key if the key has no letters or only one character', () => {
  expect(authorization({ kind: 'invalid', how: 'other-case' }, '4711')).toMatch(/^Bearer [0-9a-f]{32}$/);
  expect(authorization({ kind: 'invalid', how: 'one-character-less' }, 'k')).toMatch(/^Bearer [0-9a-f]{32}$/);
});

test('sends the valid key, or no header', () => {
  expect(authorization({ kind: 'valid' }, 'Key-1')).toBe('Bearer Key-1');
  expect(authorization({ kind: 'none' }, 'Key-1')).toBeUndefined();
});
