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

test('refuses exactly what JSON.parse refuses, however a text is broken', () => {
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

test('refuses exactly what JSON.parse refuses when a character of a text is changed', () => {
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

test('hands the items of a list over one by one and keeps none', () => {
  const seen: string[] = [];
  const { root } = readStrictJson(Buffer.from('[1,[2,3],"x"]'), { read: ({ kind }) => seen.push(kind) });
  expect(seen).toEqual(['number', 'array', 'string']);
  expect(root).toMatchObject({ kind: 'array', items: [] });
});

test('passes over the items that its user knows, and tells the place of a flaw in the next one', () => {
  const seen: string[] = [];
  const { flaws } = readStrictJson(Buffer.from('[ 1, 2,{"a":1,"a":2} ]'), {
    skip: (bytes, at) =>
      bytes.toString('latin1', at, at + 4) === '1, 2' ? { items: 2, end: at + 4 } : undefined,
    read: ({ kind }) => seen.push(kind),
  });
  expect(seen).toEqual(['object']);
  expect(flaws).toMatchObject([{ pointer: '/2/a', at: 14 }]);
});

test.each([
  ['[{"a":1},{"b":{"c/d":1,"c/d":2}}]', ['/1/b/c~1d@23 a member stands twice in an object']],
  [
    '{"a":1,"a":2,"a":3}',
    ['/a@7 a member stands twice in an object', '/a@13 a member stands twice in an object'],
  ],
  ['{"a":1,"\\u0061":2}', ['/a@7 a member stands twice in an object']],
  ['\ufeff[]', ['@0 the text begins with a byte order mark']],
  ['[1] x', ['@4 something follows the end of the JSON text']],
  ['[1,', ['/1@3 the text ends too early']],
  ['{"a":tru}', ['/a@5 the text is not JSON']],
  ['["a\tb"]', ['/0@3 a control character stands in a string']],
  ['["abc', ['/0@5 the text ends in a string']],
  ['', ['@0 the body is empty']],
])('tells where %j is flawed', (text, flaws) => {
  expect(flawsOf(text)).toEqual(flaws);
});

test('tells the place of the first byte that is not UTF-8', () => {
  expect(flawsOf(Buffer.concat([Buffer.from('["ä'), Buffer.from([0xff]), Buffer.from('"]')]))).toEqual([
    '@4 a byte is not UTF-8',
  ]);
  expect(flawsOf(Buffer.concat([Buffer.from('["'), Buffer.from([0xe2, 0x82]), Buffer.from('"]')]))).toEqual([
    '@4 a byte is not UTF-8',
  ]);
});

test.each([
  ['UTF-16', Buffer.from('[1]', 'utf16le')],
  ['UTF-16', Buffer.from('\ufeff[1]', 'utf16le')],
  ['UTF-16', Buffer.from('[1]', 'utf16le').swap16()],
  ['UTF-32', Buffer.from([0, 0, 0, 0x5b, 0, 0, 0, 0x5d])],
  ['UTF-32', Buffer.from([0x5b, 0, 0, 0, 0x5d, 0, 0, 0])],
])('names the encoding %s', (encoding, bytes) => {
  expect(flawsOf(bytes)).toEqual([`@0 the text is in ${encoding}`]);
});

test('ends at a depth instead of running out of stack', () => {
  expect(readStrictJson(Buffer.from('['.repeat(1_000_000))).flaws[0]?.what).toBe(
    'values nest deeper than 500',
  );
  expect(readStrictJson(Buffer.from('[]'.padStart(501, '[').padEnd(1000, ']'))).flaws).toEqual([]);
});

test('counts flaws beyond the hundred that it keeps', () => {
  const text = readStrictJson(Buffer.from(`{${'"a":1,'.repeat(500)}"a":1}`));
  expect(text.flaws).toHaveLength(100);
  expect(text.flawCount).toBe(500);
});
