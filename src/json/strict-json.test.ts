import { expect, test } from 'vitest';
import { buildNode, type JsonNode, pointer } from '../contract/judge/json-node.ts';
import { readStrictJson, type StrictJson } from './strict-json.ts';

const read = (bytes: Buffer, onItem?: (item: JsonNode) => void): StrictJson<JsonNode> =>
  readStrictJson(bytes, { builder: buildNode, maxDepth: 500, maxFlaws: 100, onItem });

const flawsOf = (text: string): readonly string[] =>
  read(Buffer.from(text)).flaws.map(({ path, at, what }) => `${pointer(path)} ${at} ${what}`);

test.each([
  ['{"a":1,"a":2}', ['/a 7']],
  ['[{"a":1,"a":2}]', ['/0/a 8']],
  ['[1,[2],{"a":1,"a":2}]', ['/2/a 14']],
  ['{"x":{},"y":[{"z":0}],"a":1,"a":2}', ['/a 28']],
  ['{"x":{"a":1,"a":2},"y":{"a":1,"a":2}}', ['/x/a 12', '/y/a 30']],
  ['[{"a/~":1,"a/~":2},{"a":1},{"b":1,"b":2,"b":3}]', ['/0/a~1~0 10', '/2/b 34', '/2/b 40']],
])('names the duplicate member in %s', (text, places) => {
  expect(flawsOf(text)).toEqual(places.map((place) => `${place} a duplicate member name`));
  const { flaws } = read(Buffer.from(text), () => {});
  expect(flaws.map(({ path, at }) => `${pointer(path)} ${at}`)).toEqual(places);
});

test.each([1, 15, 16, 17, 18, 40])('finds a duplicate of each of %i names, wherever it is', (count) => {
  const names = Array.from({ length: count }, (_, index) => `"n${index}":0`);
  expect(flawsOf(`{${names.join(',')}}`)).toEqual([]);
  for (let index = 0; index < count; index += 1) {
    const text = `{${[...names, 'x', names[index]].join(',').replace(',x,', ',"x":0,')}}`;
    expect(flawsOf(text)).toEqual([`/n${index} ${text.lastIndexOf('"n')} a duplicate member name`]);
    expect(read(Buffer.from(text)).root).toMatchObject({ repeats: true });
  }
  expect(read(Buffer.from(`{${names.join(',')}}`)).root).toMatchObject({ repeats: false });
});

test('a duplicate in one object does not mark those beside it and around it', () => {
  const { root } = read(Buffer.from('[{"a":1,"a":2},{"a":1},{"b":{"a":1,"a":2}}]'));
  const items = root?.kind === 'array' ? root.items : [];
  expect(items.map((item) => item.kind === 'object' && item.repeats)).toEqual([true, false, false]);
});

test.each([
  ['tru', '', 0, 'an unexpected character', 'a JSON value'],
  ['[nul]', '/0', 1, 'an unexpected character', 'a JSON value'],
  ['', '', 0, 'an unexpected end of the text', 'a JSON value'],
  ['[', '/0', 1, 'an unexpected end of the text', 'a JSON value'],
  ['[1,]', '/1', 3, 'an unexpected character', 'a JSON value'],
  ['[1 2]', '', 3, 'an unexpected character', 'a comma or ]'],
  ['{"a":1 "b":2}', '', 7, 'an unexpected character', 'a comma or }'],
  ['{"a" 1}', '', 5, 'an unexpected character', 'a colon'],
  ['{"a"', '', 4, 'an unexpected end of the text', 'a colon'],
  ['{"x":{"a" 1}}', '/x', 10, 'an unexpected character', 'a colon'],
  ['{a:1}', '', 1, 'an unexpected character', 'a member name in double quotes'],
  ['{"a":1,}', '', 7, 'an unexpected character', 'a member name in double quotes'],
  ['{"a":', '/a', 5, 'an unexpected end of the text', 'a JSON value'],
  ['[[1],[}]', '/1/0', 6, 'an unexpected character', 'a JSON value'],
  ['{"a":[1],"b":[}', '/b/0', 14, 'an unexpected character', 'a JSON value'],
  ['1 2', '', 2, 'more text after the JSON value', 'the end of the text'],
])('reports where %j breaks off, and what is expected there', (text, where, at, what, expected) => {
  const path = where
    .split('/')
    .slice(1)
    .map((step) => (/^\d/.test(step) ? Number(step) : step));
  expect(read(Buffer.from(text))).toEqual({
    root: undefined,
    flaws: [{ kind: 'syntax', path, at, what, expected }],
  });
});

test('does not catch an error of the function that receives the items', () => {
  const refuse = (): void => {
    throw new RangeError('not mine');
  };
  expect(() => read(Buffer.from('[1]'), refuse)).toThrow(RangeError);
});

test.each([
  ['501 levels', Buffer.from('['.repeat(501)), 500, 'more than 500 levels of nesting', 'at most 500 levels'],
  ['a duplicate', Buffer.from('{"a":1,"a":1}'), 7, 'a duplicate member name', 'each name once'],
])('reports %s, and what is expected', (_name, bytes, at, what, expected) => {
  const { flaws } = read(bytes);
  expect(flaws.map((flaw) => [flaw.at, flaw.what, flaw.expected])).toEqual([[at, what, expected]]);
});

test('reads 500 levels', () => {
  expect(read(Buffer.from('['.repeat(500) + ']'.repeat(500))).flaws).toEqual([]);
});

test('keeps where each value begins and ends', () => {
  const text = ' [{"a": [ ] , "b":-1.5e3},"é", null ]  ';
  const bytes = Buffer.from(text);
  const { root } = read(bytes);
  const textOf = (node: typeof root): string => bytes.toString('utf8', node?.start, node?.end);
  expect(textOf(root)).toBe(text.trim());
  const items = root?.kind === 'array' ? root.items : [];
  expect(items.map(textOf)).toEqual(['{"a": [ ] , "b":-1.5e3}', '"é"', 'null']);
  const [first] = items;
  const members = first?.kind === 'object' ? first.members : [];
  expect(members.map(({ value }) => textOf(value))).toEqual(['[ ]', '-1.5e3']);
  expect(members.map(({ at }) => bytes.toString('utf8', at, at + 3))).toEqual(['"a"', '"b"']);
});

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
  expect(read(Buffer.from(text))).toMatchObject({
    root: undefined,
    flaws: [{ at, what, expected }],
  });
});

test.each(['0', '-0', '10', '0.5', '1.25', '-1e5', '1E+05', '1.5e-7', '0e0'])(
  'reads the number %s',
  (text) => {
    expect(read(Buffer.from(text))).toMatchObject({ root: { text, end: text.length }, flaws: [] });
  },
);

test.each(['', 'a', ' !#[]~', '\u007f', '"\\/\b\f\n\r\t', '\u0000\u001f', 'é', '\u2028', '🐈', '\ud800'])(
  'reads the string %j, written in every way',
  (value) => {
    const escaped = [...value].flatMap((letter) =>
      Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at).toString(16).padStart(4, '0')),
    );
    for (const text of [JSON.stringify(value), `"${escaped.map((code) => `\\u${code}`).join('')}"`])
      expect(read(Buffer.from(text))).toMatchObject({ root: { kind: 'string', value }, flaws: [] });
  },
);
