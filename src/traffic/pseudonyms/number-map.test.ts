import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyStream } from './key-stream.ts';
import { NumberColumn, NumberMap } from './number-map.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const signed = (magnitude: fc.Arbitrary<bigint>) =>
  fc.tuple(magnitude, fc.boolean()).map(([value, negative]) => (negative ? -value : value));

/** Numbers of every length, and those around the places where a class of numbers begins. */
const number = fc.oneof(
  int64,
  signed(
    fc
      .integer({ min: 1, max: 18 })
      .chain((digits) => fc.bigInt({ min: 10n ** BigInt(digits - 1), max: 10n ** BigInt(digits) - 1n })),
  ),
  signed(
    fc.tuple(fc.integer({ min: 0, max: 18 }), fc.bigInt(-3n, 3n)).map(([at, by]) => 10n ** BigInt(at) + by),
  ),
  signed(
    fc.tuple(fc.constantFrom(31n, 32n, 33n, 53n, 62n), fc.bigInt(-3n, 3n)).map(([at, by]) => 2n ** at + by),
  ),
);
/** Numbers, some of which have low 32 bits in common. */
const numbers = fc
  .array(fc.tuple(number, fc.array(fc.bigInt(-4n, 4n), { maxLength: 2 })), { minLength: 1, maxLength: 60 })
  .map((all) =>
    all.flatMap(([one, rows]) => [one, ...rows.map((row) => BigInt.asIntN(64, one + (row << 32n)))]),
  );
const key = fc.uint8Array({ minLength: 32, maxLength: 32 });

function mapOf(values: readonly bigint[], bytes: Uint8Array): NumberMap {
  const column = new NumberColumn();
  for (const value of values) column.add(value);
  return new NumberMap(column, new KeyStream(Buffer.from(bytes)));
}

const low = (value: bigint): bigint => BigInt.asUintN(32, value);
const compare = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));
const isSafe = (value: bigint): boolean => value <= 2n ** 53n - 1n && value >= 1n - 2n ** 53n;

test('keeps the order, equality, equal low 32 bits and the sign of numbers, and none of them', () => {
  fc.assert(
    fc.property(numbers, key, (values, bytes) => {
      const map = mapOf(values, bytes);
      const originals = new Set(values);
      const images = values.map((value) => map.of(value));
      for (const [at, value] of values.entries()) {
        const image = images[at] ?? 0n;
        if (value !== 0n) expect(originals.has(image)).toBe(false);
        expect(BigInt.asIntN(64, image)).toBe(image);
        expect(compare(image, 0n)).toBe(compare(value, 0n));
        for (const [other, second] of values.entries()) {
          const secondImage = images[other] ?? 0n;
          expect(compare(image, secondImage)).toBe(compare(value, second));
          if (value === 0n || second === 0n) continue;
          expect(low(image) === low(secondImage)).toBe(low(value) === low(second));
        }
      }
    }),
  );
});

test('keeps the number of digits and the side of 2^53 where there is room', () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 60 }), key, (given, bytes) => {
      // Of fewer digits there may be no other numbers, and columns are shared with longer numbers.
      const values = given.filter((value) => low(value) > 10_000n && low(value) < 2n ** 32n - 10_000n);
      const map = mapOf(values, bytes);
      for (const value of values) {
        expect(`${map.of(value)}`).toHaveLength(`${value}`.length);
        expect(isSafe(map.of(value))).toBe(isSafe(value));
      }
    }),
  );
});

test('makes numbers longer only if nearly all of their length are in use', () => {
  const values = Array.from({ length: 50 }, (_, at) => BigInt(at + 1));
  const map = mapOf([...values, 1000n, -1n, -2n], Buffer.alloc(32, 1));
  const lengths = values.map((value) => `${map.of(value)}`.length);
  expect(Math.max(...lengths)).toBe(3);
  expect(`${map.of(1000n)}`).toHaveLength(4);
  expect(`${map.of(-1n)}${map.of(-2n)}`).toHaveLength(4);
});

test('zero stays zero, and nothing else becomes zero', () => {
  const values = [0n, ...Array.from({ length: 4 }, (_, at) => BigInt(at + 1)), 2n ** 32n, -(2n ** 33n)];
  for (let byte = 0; byte < 20; byte += 1) {
    const map = mapOf(values, Buffer.alloc(32, byte));
    expect(values.filter((value) => map.of(value) === 0n)).toEqual([0n]);
  }
});

test('depends on the key in every part of a number', () => {
  const values = [123_456n, 1_234_567_890_123_456_789n];
  const images = Array.from({ length: 50 }, (_, byte) => {
    const map = mapOf(values, Buffer.alloc(32, byte));
    return values.map((value) => map.of(value));
  });
  for (const at of [0, 1]) expect(new Set(images.map((pair) => pair[at])).size).toBe(50);
  expect(new Set(images.map(([, long = 0n]) => long >> 32n)).size).toBe(50);
});
