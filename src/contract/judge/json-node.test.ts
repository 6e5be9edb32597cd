import fc from 'fast-check';
import { expect, test } from 'vitest';
import { int64In, type JsonNode, lastMembers, plainValue, pointer } from './json-node.ts';
import { readStrictJson } from './strict-json.ts';

function nodeOf(text: string): JsonNode {
  const { root } = readStrictJson(Buffer.from(text));
  if (root === undefined) throw new Error(`not JSON: ${text}`);
  return root;
}

test.each([
  ['{"a":[1,"b",true,null,{"c":{}}]}', { a: [1, 'b', true, null, { c: {} }] }],
  ['{"a":1,"a":2}', { a: 2 }],
  ['1e400', Number.MAX_VALUE],
  ['-1e400', -Number.MAX_VALUE],
  ['-12.5', -12.5],
  ['"žluť 🐈"', 'žluť 🐈'],
  ['"\\u017elu\\u0165 é"', 'žluť é'],
  ['{"é":"\\n"}', { é: '\n' }],
  ['9007199254740993', 9007199254740992],
])('reads %s as JavaScript holds it', (text, value) => {
  expect(plainValue(nodeOf(text))).toEqual(value);
});

test('a member named __proto__ is a member like any other', () => {
  const value = plainValue(nodeOf('{"__proto__":{"id":1}}')) as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBeNull();
  expect(Reflect.get(value, 'id')).toBeUndefined();
});

test('of two members with one name the last counts, in the place of the first', () => {
  const node = nodeOf('{"a":1,"b":2,"a":3}');
  const names = (text: string): readonly string[] => {
    const object = nodeOf(text);
    return object.kind === 'object' ? lastMembers(object).map(({ name, at }) => `${name}@${at}`) : [];
  };
  expect(node).toMatchObject({ kind: 'object', repeats: true });
  expect(names('{"a":1,"b":2,"a":3}')).toEqual(['a@13', 'b@7']);
  expect(names('{"a":1,"b":2}')).toEqual(['a@1', 'b@7']);
});

test('escapes names in a pointer, and cuts long ones', () => {
  expect(pointer(['a/b/c', '~~', '~1', '', 12])).toBe('/a~1b~1c/~0~0/~01//12');
  expect(pointer(['a'.repeat(200), 'b'.repeat(201), 0])).toBe(`/${'a'.repeat(200)}/${'b'.repeat(200)}…/0`);
});

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('reads every int64 to the digit', () => {
  fc.assert(
    fc.property(int64, (value) => {
      expect(int64In(value.toString())).toBe(value);
    }),
  );
});

test('reads an int64 with the point moved anywhere', () => {
  fc.assert(
    fc.property(int64, fc.integer({ min: -25, max: 25 }), (value, move) => {
      const digits = (value < 0n ? -value : value).toString().padStart(30, '0');
      const point = digits.length - Math.max(move, 0);
      const fraction = move > 0 ? `.${digits.slice(point)}` : '';
      const zeros = '0'.repeat(Math.max(-move, 0));
      const text = `${value < 0n ? '-' : ''}${digits.slice(0, point)}${zeros}${fraction}e${move}`;
      expect(int64In(text)).toBe(value);
    }),
  );
});

test('refuses integers beyond int64, and fractions', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 2n ** 63n, max: 2n ** 90n }), (value) => {
      for (const text of [`${value}`, `-${value + 1n}`, `${value}.5`, `1.${value}1`])
        expect(int64In(text)).toBeUndefined();
    }),
  );
});

test.each(['1e999999999999999999999', '1e-999999999999999999999', '0.1', '15e-1', '9'.repeat(1e6)])(
  'refuses %.30s',
  (text) => {
    expect(int64In(text)).toBeUndefined();
  },
);
