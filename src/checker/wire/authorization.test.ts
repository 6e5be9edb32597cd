import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authorization } from './authorization.ts';

const hows = [
  'random',
  'one-character-less',
  'one-character-more',
  'other-case',
  'other-scheme',
  'empty',
] as const;
const key = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'aZ09-._~+/=') });

test('never presents the key where an invalid one is asked for', () => {
  fc.assert(
    fc.property(key, fc.constantFrom(...hows), (apiKey, how) => {
      expect(authorization({ kind: 'invalid', how }, apiKey)).not.toBe(`Bearer ${apiKey}`);
    }),
  );
});

test.each([
  ['one-character-less', 'Bearer Key-'],
  ['one-character-more', 'Bearer Key-1x'],
  ['other-case', 'Bearer kEY-1'],
  ['other-scheme', `Basic ${Buffer.from('Key-1').toString('base64')}`],
  ['empty', 'Bearer '],
] as const)('makes %s of a key', (how, expected) => {
  expect(authorization({ kind: 'invalid', how }, 'Key-1')).toBe(expected);
});

test('makes another key at random where a key has no letters or one character', () => {
  expect(authorization({ kind: 'invalid', how: 'other-case' }, '4711')).toMatch(/^Bearer [0-9a-f]{32}$/);
  expect(authorization({ kind: 'invalid', how: 'one-character-less' }, 'k')).toMatch(/^Bearer [0-9a-f]{32}$/);
});

test('presents the valid key, or none', () => {
  expect(authorization({ kind: 'valid' }, 'Key-1')).toBe('Bearer Key-1');
  expect(authorization({ kind: 'none' }, 'Key-1')).toBeUndefined();
});
