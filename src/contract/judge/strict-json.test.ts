import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainValue } from './json-node.ts';
import { readStrictJson } from './strict-json.ts';

const flawsOf = (text: string | Buffer): readonly string[] =>
  readStrictJson(Buffer.from(text)).flaws.map(({ pointer, at, what }) => `${pointer}@${at} ${what}`);

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The value with each object in the form of the reader: without a prototype, so that both can be compared as text. */
const readValue = (text: string): unknown => {
  const { root } = readStrictJson(Buffer.from(text));
  return root === undefined ? undefined : plainValue(root);
};

test('reads every JSON text to the value that JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.nat(3), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), undefined, indent);
      expect(JSON.stringify(readValue(spaced))).toBe(JSON.stringify(JSON.parse(spaced)));
    }),
  );
});

test('rejects exactly what JSON.parse rejects, however a text is broken', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"a"',
    '"b"',
    '1',
    '0',
    '-',
    '.',
    'e',
    '+',
    'true',
    'nul',
    ' ',
    '\n',
    '\\u12',
    'é',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(readStrictJson(Buffer.from(text)).root !== undefined).toBe(parses(text));
    }),
    { numRuns: 5000 },
  );
});

test('rejects exactly what JSON.parse rejects when a character of a text is changed', () => {
  const text = '[{"id":12,"petId":-3.5e+7,"shipDate":"2026\\u0041\\n","complete":true,"x":[null,{}]}]';
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.constantFrom(...'{}[],:"\\0129.eE+-tfn u\n'), (at, character) => {
      const changed = text.slice(0, at) + character + text.slice(at + 1);
      expect(readStrictJson(Buffer.from(changed)).root !== undefined).toBe(parses(changed));
    }),
    { numRuns: 3000 },
  );
});

test('keeps every digit of a number and its place', () => {
  const { root } = readStrictJson(Buffer.from(' [9007199254740993.10] '));
  expect(root).toMatchObject({ items: [{ kind: 'number', text: '9007199254740993.10', start: 2, end: 21 }] });
});

test('passes the items of a list on one by one and keeps none', () => {
  const seen: string[] = [];
  const { root } = readStrictJson(Buffer.from('[1,[2,3],"x"]'), ({ kind }) => seen.push(kind));
  expect(seen).toEqual(['number', 'array', 'string']);
  expect(root).toMatchObject({ kind: 'array', items: [] });
});

test.each([
  ['[{"a":1},{"b":{"c/d":1,"c/d":2}}]', ['/1/b/c~1d@23 a duplicate member name']],
  ['{"a":1,"a":2,"a":3}', ['/a@7 a duplicate member name', '/a@13 a duplicate member name']],
  ['{"a":1,"\\u0061":2}', ['/a@7 a duplicate member name']],
  ['\ufeff[]', ['@0 a byte order mark']],
  ['[1] x', ['@4 more text after the JSON value']],
  ['[1,', ['/1@3 an unexpected end of the text']],
  ['{"a":tru}', ['/a@5 an unexpected character']],
  ['["a\tb"]', ['/0@3 an unescaped control character in a string']],
  ['["abc', ['/0@5 an unterminated string']],
  ['', ['@0 an empty body']],
])('reports where %j is flawed', (text, flaws) => {
  expect(flawsOf(text)).toEqual(flaws);
});

test('reports the first byte that is not UTF-8', () => {
  expect(flawsOf(Buffer.concat([Buffer.from('["ä'), Buffer.from([0xff]), Buffer.from('"]')]))).toEqual([
    '@4 a byte that is not UTF-8',
  ]);
  expect(flawsOf(Buffer.concat([Buffer.from('["'), Buffer.from([0xe2, 0x82]), Buffer.from('"]')]))).toEqual([
    '@4 a byte that is not UTF-8',
  ]);
});

test.each([
  ['UTF-16', Buffer.from('[1]', 'utf16le')],
  ['UTF-16', Buffer.from('\ufeff[1]', 'utf16le')],
  ['UTF-16', Buffer.from('[1]', 'utf16le').swap16()],
  ['UTF-32', Buffer.from([0, 0, 0, 0x5b, 0, 0, 0, 0x5d])],
  ['UTF-32', Buffer.from([0x5b, 0, 0, 0, 0x5d, 0, 0, 0])],
])('names the encoding %s', (encoding, bytes) => {
  expect(flawsOf(bytes)).toEqual([`@0 text in ${encoding}`]);
});

test('stops at a depth instead of running out of stack', () => {
  expect(readStrictJson(Buffer.from('['.repeat(1_000_000))).flaws[0]?.what).toBe(
    'more than 500 levels of nesting',
  );
  expect(readStrictJson(Buffer.from('[]'.padStart(501, '[').padEnd(1000, ']'))).flaws).toEqual([]);
});

test('counts flaws beyond the hundred that it keeps', () => {
  const text = readStrictJson(Buffer.from(`{${'"a":1,'.repeat(500)}"a":1}`));
  expect(text.flaws).toHaveLength(100);
  expect(text.flawCount).toBe(500);
});

test.each([
  ['a byte that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 1, 'a byte that is not UTF-8', 'UTF-8'],
  ['UTF-16', Buffer.from('[]', 'utf16le'), 0, 'text in UTF-16', 'UTF-8'],
  ['a mark', Buffer.from('\ufeff[]'), 0, 'a byte order mark', 'no byte order mark'],
  ['an empty body', Buffer.from(' \n'), 0, 'an empty body', 'a JSON text'],
])('reports %s, and what is expected', (_name, bytes, at, what, expected) => {
  const { flaws } = readStrictJson(bytes);
  expect(flaws).toEqual([{ pointer: '', at, what, expected }]);
});

test('reports why the reading ended, however many flaws came before', () => {
  const { root, flaws, flawCount } = readStrictJson(Buffer.from(`{${'"a":1,'.repeat(500)}`));
  expect([root, flaws.length, flawCount]).toEqual([undefined, 101, 500]);
  expect(flaws.at(-1)?.what).toBe('an unexpected end of the text');
});

test('refuses more than 10,000 values in a text, unless the caller allows more', () => {
  const array = (values: number) => Buffer.from(`[${Array.from({ length: values }, () => 1).join()}]`);
  expect(readStrictJson(array(9_999)).flaws).toEqual([]);
  const { root, flaws } = readStrictJson(array(10_000));
  expect(root).toBeUndefined();
  expect(flaws).toMatchObject([{ pointer: '/9999', at: 19_999, what: 'more than 10000 values' }]);
  expect(readStrictJson(array(10_000), undefined, 10_001).flaws).toEqual([]);
});

test('counts the values of each item that is passed on by itself', () => {
  const item = `[${Array.from({ length: 6_000 }, () => 1).join()}]`;
  const read = (text: string) => readStrictJson(Buffer.from(text), () => {}).flaws;
  expect(read(`[${item},${item},${item}]`)).toEqual([]);
  expect(read(`[${item},[${item},${item}]]`)).toMatchObject([{ what: 'more than 10000 values' }]);
});
