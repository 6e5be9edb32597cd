import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duration } from './amounts.ts';
import { plainText, shorten } from './plain-text.ts';

test.each([
  ['\u001b[2J\u001b]0;owned\u0007', '\\x1b[2J\\x1b]0;owned\\x07'],
  ['a\r\nb\tc', 'a\\r\\nb\\tc'],
  ['\u009b31m', '\\x9b31m'],
  ['\u202etxt.exe', '\\u202etxt.exe'],
  ['\ud800 alone', '\\ud800 alone'],
  ['\uffff and \u{10fffe}', '\\uffff and \\u{10fffe}'],
  ['plain, ünï, 漢字 and 🐕', 'plain, ünï, 漢字 and 🐕'],
])('writes %j as %s', (text, shown) => {
  expect(plainText(text)).toBe(shown);
});

test('escapes every control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(plainText(text)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]|\p{Surrogate}/u);
    }),
  );
});

test('shortens a long text, says by how much, and splits no character', () => {
  expect(shorten('abcdef', 6)).toBe('abcdef');
  expect(shorten('abcdef', 4)).toBe('abcd… (2 more characters)');
  expect(shorten('ab🐕d', 3)).toBe('ab… (3 more characters)');
});

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1200, '1.2 s'],
  [125_400, '2 min 5 s'],
])('writes %d milliseconds as %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});
