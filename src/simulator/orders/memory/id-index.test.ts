import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestInt64, smallestInt64 } from '../../../order-id.ts';
import { IdIndex } from './id-index.ts';

const near = fc.bigInt(-40n, 40n);
const halves = fc.constantFrom(0n, 1n, -1n, 2n ** 31n, 2n ** 32n, -(2n ** 32n), 2n ** 62n);
const id = fc.oneof(
  near,
  fc.tuple(halves, near).map(([high, low]) => high + low),
  fc.bigInt(smallestInt64, largestInt64),
  fc.constantFrom(smallestInt64, largestInt64),
);

test('behaves like a map that keeps the first number of an id', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 200 }), fc.array(id, { maxLength: 50 }), (added, asked) => {
      const index = new IdIndex();
      const model = new Map<bigint, number>();
      for (const [number, one] of added.entries()) {
        expect(index.add(one, number)).toBe(!model.has(one));
        if (!model.has(one)) model.set(one, number);
      }
      for (const one of [...added, ...asked]) expect(index.numberOf(one)).toBe(model.get(one));
    }),
  );
});

test.each([
  ['that count up', (at: number) => BigInt(at)],
  ['that differ only in their upper half', (at: number) => BigInt(at) << 32n],
  ['that are spread over all of int64', (at: number) => BigInt.asIntN(64, BigInt(at) * 0x9e3779b97f4a7c15n)],
])('finds each of 20,000 ids %s', (_, idAt) => {
  const index = new IdIndex();
  const ids = Array.from({ length: 20_000 }, (_id, at) => idAt(at));
  expect(ids.filter((one, at) => !index.add(one, at))).toEqual([]);
  expect(ids.filter((one, at) => index.numberOf(one) !== at)).toEqual([]);
  expect(index.numberOf(idAt(20_000))).toBeUndefined();
});

test('does not confuse a number beyond int64 with the id that has the same lower 64 bits', () => {
  const index = new IdIndex();
  index.add(5n, 1);
  expect(index.numberOf(5n + 2n ** 64n)).toBeUndefined();
  expect(() => index.add(5n + 2n ** 64n, 2)).toThrow('the id 18446744073709551621 is beyond int64');
});

test('finds every id at any size', () => {
  const index = new IdIndex();
  for (let count = 1; count <= 70; count += 1) {
    index.add(BigInt(count), count);
    for (let at = 1; at <= count; at += 1) expect(index.numberOf(BigInt(at))).toBe(at);
  }
});
