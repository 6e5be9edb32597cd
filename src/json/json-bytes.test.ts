import { expect, test } from 'vitest';
import { buildNode } from '../contract/judge/json-node.ts';
import { readStrictJson } from './strict-json.ts';

const read = (text: string) =>
  readStrictJson(Buffer.from(text), { builder: buildNode, maxDepth: 500, maxFlaws: 100 });

test.each([
  ['"abc', 4, 'an unterminated string', 'a quotation mark'],
  ['"', 1, 'an unterminated string', 'a quotation mark'],
  ['"ab\\', 4, 'an unterminated string', 'a quotation mark'],
  ['"\\"', 3, 'an unterminated string', 'a quotation mark'],
  ['"a\u0000b"', 2, 'an unescaped control character in a string', 'an escape like \\n'],
  ['"a\u001fb"', 2, 'an unescaped control character in a string', 'an escape like \\n'],
  ['"a\\x"', 2, 'an unknown escape in a string', 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u'],
  ['"\\u12g4"', 1, 'an escape \\u without four hexadecimal digits', 'four hexadecimal digits'],
  ['"\\u123"', 1, 'an escape \\u without four hexadecimal digits', 'four hexadecimal digits'],
  ['"\\u', 1, 'an escape \\u without four hexadecimal digits', 'four hexadecimal digits'],
  ['-', 1, 'a number without a digit', 'a digit'],
  ['-x', 1, 'a number without a digit', 'a digit'],
  ['01', 0, 'a number with a leading zero', 'a digit from 1 to 9'],
  ['-01', 1, 'a number with a leading zero', 'a digit from 1 to 9'],
  ['1.', 2, 'an incomplete number', 'a digit'],
  ['1.e2', 2, 'an incomplete number', 'a digit'],
  ['1e', 2, 'an incomplete number', 'a digit'],
  ['1E+', 3, 'an incomplete number', 'a digit'],
  ['1e-x', 3, 'an incomplete number', 'a digit'],
])('breaks off at %j', (text, at, what, expected) => {
  expect(read(text)).toMatchObject({
    root: undefined,
    flaws: [{ at, what, expected }],
  });
});

test.each(['0', '-0', '10', '0.5', '1.25', '-1e5', '1E+05', '1.5e-7', '0e0'])(
  'reads the number %s',
  (text) => {
    expect(read(text)).toMatchObject({ root: { text, end: text.length }, flaws: [] });
  },
);

test.each(['', 'a', ' !#[]~', '\u007f', '"\\/\b\f\n\r\t', '\u0000\u001f', 'é', '\u2028', '🐈', '\ud800'])(
  'reads the string %j, written in every way',
  (value) => {
    const escaped = [...value].flatMap((letter) =>
      Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at).toString(16).padStart(4, '0')),
    );
    for (const text of [JSON.stringify(value), `"${escaped.map((code) => `\\u${code}`).join('')}"`])
      expect(read(text)).toMatchObject({ root: { kind: 'string', value }, flaws: [] });
  },
);
