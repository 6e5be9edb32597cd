import { expect, test } from 'vitest';
import { readStrictJson } from './strict-json.ts';

const flawsOf = (text: string): readonly string[] =>
  readStrictJson(Buffer.from(text)).flaws.map(({ pointer, at, what }) => `${pointer} ${at} ${what}`);

test.each([
  ['{"a":1,"a":2}', ['/a 7']],
  ['[{"a":1,"a":2}]', ['/0/a 8']],
  ['[1,[2],{"a":1,"a":2}]', ['/2/a 14']],
  ['{"x":{},"y":[{"z":0}],"a":1,"a":2}', ['/a 28']],
  ['{"x":{"a":1,"a":2},"y":{"a":1,"a":2}}', ['/x/a 12', '/y/a 30']],
  ['[{"a/~":1,"a/~":2},{"a":1},{"b":1,"b":2,"b":3}]', ['/0/a~1~0 10', '/2/b 34', '/2/b 40']],
])('says which member stands twice in %s', (text, places) => {
  expect(flawsOf(text)).toEqual(places.map((place) => `${place} a member stands twice in an object`));
  const { flaws } = readStrictJson(Buffer.from(text), { read: () => {} });
  expect(flaws.map(({ pointer, at }) => `${pointer} ${at}`)).toEqual(places);
});

test.each([1, 15, 16, 17, 18, 40])('knows each of %i names again, wherever it stands', (count) => {
  const names = Array.from({ length: count }, (_, index) => `"n${index}":0`);
  expect(flawsOf(`{${names.join(',')}}`)).toEqual([]);
  for (let index = 0; index < count; index += 1) {
    const text = `{${[...names, 'x', names[index]].join(',').replace(',x,', ',"x":0,')}}`;
    expect(flawsOf(text)).toEqual([
      `/n${index} ${text.lastIndexOf('"n')} a member stands twice in an object`,
    ]);
    expect(readStrictJson(Buffer.from(text)).root).toMatchObject({ repeats: true });
  }
  expect(readStrictJson(Buffer.from(`{${names.join(',')}}`)).root).toMatchObject({ repeats: false });
});

test('one object with a name twice says nothing of those beside it and around it', () => {
  const { root } = readStrictJson(Buffer.from('[{"a":1,"a":2},{"a":1},{"b":{"a":1,"a":2}}]'));
  const items = root?.kind === 'array' ? root.items : [];
  expect(items.map((item) => item.kind === 'object' && item.repeats)).toEqual([true, false, false]);
});

test.each([
  ['tru', '', 0, 'the text is not JSON', 'a JSON value'],
  ['[nul]', '/0', 1, 'the text is not JSON', 'a JSON value'],
  ['', '', 0, 'the body is empty', 'a JSON text'],
  ['[', '/0', 1, 'the text ends too early', 'a JSON value'],
  ['[1,]', '/1', 3, 'the text is not JSON', 'a JSON value'],
  ['[1 2]', '', 3, 'the text is not JSON', 'a comma or ]'],
  ['{"a":1 "b":2}', '', 7, 'the text is not JSON', 'a comma or }'],
  ['{"a" 1}', '', 5, 'the text is not JSON', 'a colon'],
  ['{"a"', '', 4, 'the text ends too early', 'a colon'],
  ['{"x":{"a" 1}}', '/x', 10, 'the text is not JSON', 'a colon'],
  ['{a:1}', '', 1, 'the text is not JSON', 'the name of a member'],
  ['{"a":1,}', '', 7, 'the text is not JSON', 'the name of a member'],
  ['{"a":', '/a', 5, 'the text ends too early', 'a JSON value'],
  ['[[1],[}]', '/1/0', 6, 'the text is not JSON', 'a JSON value'],
  ['{"a":[1],"b":[}', '/b/0', 14, 'the text is not JSON', 'a JSON value'],
  ['1 2', '', 2, 'something follows the end of the JSON text', 'the end of the body'],
])('says of %j where it breaks off, and what should stand there', (text, pointer, at, what, expected) => {
  expect(readStrictJson(Buffer.from(text))).toEqual({
    root: undefined,
    flaws: [{ pointer, at, what, expected }],
    flawCount: 1,
  });
});

test('passes on what breaks in the hands of who reads the items', () => {
  const read = (): void => {
    throw new RangeError('not mine');
  };
  expect(() => readStrictJson(Buffer.from('[1]'), { read })).toThrow(RangeError);
});

test.each([
  ['a byte that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 1, 'a byte is not UTF-8', 'UTF-8'],
  ['UTF-16', Buffer.from('[]', 'utf16le'), 0, 'the text is in UTF-16', 'UTF-8'],
  ['501 levels', Buffer.from('['.repeat(501)), 500, 'values nest deeper than 500', 'at most 500 levels'],
  ['a mark', Buffer.from('\ufeff[]'), 0, 'the text begins with a byte order mark', 'no byte order mark'],
  ['a name twice', Buffer.from('{"a":1,"a":1}'), 7, 'a member stands twice in an object', 'each name once'],
])('says of %s what it is and what should be', (_name, bytes, at, what, expected) => {
  const { flaws } = readStrictJson(bytes);
  expect(flaws.map((flaw) => [flaw.at, flaw.what, flaw.expected])).toEqual([[at, what, expected]]);
});

test('reads 500 levels', () => {
  expect(readStrictJson(Buffer.from('['.repeat(500) + ']'.repeat(500))).flaws).toEqual([]);
});

test('knows from where to where each value stands', () => {
  const text = ' [{"a": [ ] , "b":-1.5e3},"é", null ]  ';
  const bytes = Buffer.from(text);
  const { root } = readStrictJson(bytes);
  const textOf = (node: typeof root): string => bytes.toString('utf8', node?.start, node?.end);
  expect(textOf(root)).toBe(text.trim());
  const items = root?.kind === 'array' ? root.items : [];
  expect(items.map(textOf)).toEqual(['{"a": [ ] , "b":-1.5e3}', '"é"', 'null']);
  const [first] = items;
  const members = first?.kind === 'object' ? first.members : [];
  expect(members.map(({ value }) => textOf(value))).toEqual(['[ ]', '-1.5e3']);
  expect(members.map(({ at }) => bytes.toString('utf8', at, at + 3))).toEqual(['"a"', '"b"']);
});
