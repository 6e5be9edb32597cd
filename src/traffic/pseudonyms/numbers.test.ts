import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NumberPermutation } from './number-permutation.ts';
import { rankNumbers } from './rank-numbers.ts';

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
  fc.constantFrom(-(2n ** 63n), 1n - 2n ** 63n, 2n ** 63n - 1n),
);
const numbers = fc.array(number, { minLength: 1, maxLength: 60 });
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
const compare = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));
const isSafe = (value: bigint): boolean => Number.isSafeInteger(Number(value));

describe('numbers that are all known', () => {
  test('become int64 in the same order and with the same sign, and none of them', () => {
    fc.assert(
      fc.property(numbers, key, (values, secret) => {
        const of = rankNumbers(values, secret);
        const originals = new Set(values.map(magnitude));
        const images = values.map(of);
        for (const [at, value] of values.entries()) {
          const image = images[at] ?? 0n;
          if (value !== 0n) expect(originals.has(magnitude(image))).toBe(false);
          expect(BigInt.asIntN(64, image)).toBe(image);
          expect(compare(image, 0n)).toBe(compare(value, 0n));
          for (const [other, second] of values.entries())
            expect(compare(image, images[other] ?? 0n)).toBe(compare(value, second));
        }
      }),
    );
  });

  test('keep their number of digits and their side of 2^53 where there is room', () => {
    fc.assert(
      fc.property(numbers, key, (given, secret) => {
        const values = given.filter((value) => magnitude(value) > 1000n);
        const of = rankNumbers(values, secret);
        for (const value of values) {
          expect(`${of(value)}`).toHaveLength(`${value}`.length);
          expect(isSafe(of(value))).toBe(isSafe(value));
        }
      }),
    );
  });

  test('become longer only if most numbers of their length are in use', () => {
    const values = Array.from({ length: 50 }, (_, at) => BigInt(at + 1));
    const of = rankNumbers([...values, 1000n], Buffer.alloc(32, 1));
    const lengths = values.map((value) => `${of(value)}`.length);
    expect(Math.max(...lengths)).toBe(3);
    expect(`${of(1000n)}`).toHaveLength(4);
  });
});

describe('numbers that come one by one', () => {
  test('become others with the same sign, number of digits and side of 2^53, different ones different', () => {
    fc.assert(
      fc.property(numbers, key, (values, secret) => {
        const permutation = new NumberPermutation(secret);
        const images = new Map(values.map((value) => [value, permutation.of(value)]));
        expect(new Set(images.values()).size).toBe(images.size);
        for (const [value, image] of images) {
          expect(image === value).toBe(value === 0n);
          expect(BigInt.asIntN(64, image)).toBe(image);
          expect(`${image}`).toHaveLength(`${value}`.length);
          expect([compare(image, 0n), isSafe(image)]).toEqual([compare(value, 0n), isSafe(value)]);
        }
      }),
    );
  });

  test.each([1n, 10n, 100n])('become all numbers of their length, from %d on', (start) => {
    const values = Array.from({ length: 9 * Number(start) }, (_, at) => start + BigInt(at));
    const permutation = new NumberPermutation(Buffer.alloc(32, 3));
    const images = values.map((value) => permutation.of(value));
    expect(images.toSorted(compare)).toEqual(values);
    expect(images.filter((image, at) => image === values[at])).toEqual([]);
  });

  test('are the same for the same key, whatever came before', () => {
    const other = new NumberPermutation(Buffer.alloc(32, 4));
    const values = Array.from({ length: 200 }, (_, at) => BigInt(at * at * 1_000_003 - 5000));
    for (const value of values) other.of(value);
    const fresh = new NumberPermutation(Buffer.alloc(32, 4));
    expect(fresh.of(4_815_162_342n)).toBe(other.of(4_815_162_342n));
    expect(new NumberPermutation(Buffer.alloc(32, 5)).of(4_815_162_342n)).not.toBe(fresh.of(4_815_162_342n));
  });
});
