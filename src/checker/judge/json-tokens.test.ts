import { expect, test } from 'vitest';
import { readStrictJson } from './strict-json.ts';

test.each([
  ['"abc', 4, 'the text ends in a string', 'a quotation mark'],
  ['"', 1, 'the text ends in a string', 'a quotation mark'],
  ['"ab\\', 4, 'the text ends in a string', 'a quotation mark'],
  ['"\\"', 3, 'the text ends in a string', 'a quotation mark'],
  ['"a\u0000b"', 2, 'a control character stands in a string', 'an escape like \\n'],
  ['"a\u001fb"', 2, 'a control character stands in a string', 'an escape like \\n'],
  ['"a\\x"', 2, 'an unknown escape stands in a string', 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u'],
  ['"\\u12g4"', 1, 'an escape \\u has no four hexadecimal digits', 'four hexadecimal digits'],
  ['"\\u123"', 1, 'an escape \\u has no four hexadecimal digits', 'four hexadecimal digits'],
  ['"\\u', 1, 'an escape \\u has no four hexadecimal digits', 'four hexadecimal digits'],
  ['-', 1, 'a number has no digit', 'a digit'],
  ['-x', 1, 'a number has no digit', 'a digit'],
  ['01', 0, 'a number begins with 0', 'a digit from 1 to 9'],
  ['-01', 1, 'a number begins with 0', 'a digit from 1 to 9'],
  ['1.', 2, 'a number breaks off', 'a digit'],
  ['1.e2', 2, 'a number breaks off', 'a digit'],
  ['1e', 2, 'a number breaks off', 'a digit'],
  ['1E+', 3, 'a number breaks off', 'a digit'],
  ['1e-x', 3, 'a number breaks off', 'a digit'],
])('breaks off at %j', (text, at, what, expected) => {
  expect(readStrictJson(Buffer.from(text))).toMatchObject({
    root: undefined,
    flaws: [{ at, what, expected }],
  });
});

test.each(['0', '-0', '10', '0.5', '1.25', '-1e5', '1E+05', '1.5e-7', '0e0'])(
  'reads the number %s',
  (text) => {
    expect(readStrictJson(Buffer.from(text))).toMatchObject({ root: { text, end: text.length }, flaws: [] });
  },
);

test.each(['', 'a', ' !#[]~', '\u007f', '"\\/\b\f\n\r\t', '\u0000\u001f', 'é', '\u2028', '🐈', '\ud800'])(
  'reads the string %j, written in every way',
  (value) => {
    const escaped = [...value].flatMap((letter) =>
      Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at).toString(16).padStart(4, '0')),
    );
    for (const text of [JSON.stringify(value), `"${escaped.map((code) => `\\u${code}`).join('')}"`])
      expect(readStrictJson(Buffer.from(text))).toMatchObject({ root: { kind: 'string', value }, flaws: [] });
  },
);
