import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainValue } from './json-node.ts';
import { readStrictJson } from './strict-json.ts';

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

test('keeps a hundred flaws', () => {
  const text = readStrictJson(Buffer.from(`{${'"a":1,'.repeat(500)}"a":1}`));
  expect(text.flaws).toHaveLength(100);
});

test.each([
  ['a byte that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 1, 'a byte that is not UTF-8', 'UTF-8'],
  ['a mark', Buffer.from('\ufeff[]'), 0, 'a byte order mark', 'no byte order mark'],
  ['an empty body', Buffer.from(' \n'), 0, 'an empty body', 'a JSON text'],
])('reports %s, and what is expected', (_name, bytes, at, what, expected) => {
  const { flaws } = readStrictJson(bytes);
  expect(flaws).toEqual([{ pointer: '', at, what, expected }]);
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
