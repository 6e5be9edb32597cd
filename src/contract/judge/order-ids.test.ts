import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdColumn, OrderIds } from './order-ids.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const someIds = fc.array(fc.oneof(int64, fc.bigInt({ min: -3n, max: 3n })), { maxLength: 12 });

test('has exactly the given ids', () => {
  fc.assert(
    fc.property(someIds, int64, (given, other) => {
      const set = OrderIds.of(...given);
      expect(set.size).toBe(given.length);
      expect(given.every((id) => set.has(id))).toBe(true);
      expect(set.has(other)).toBe(given.includes(other));
      expect([-4n, 4n, 2n ** 63n].some((id) => set.has(id) !== given.includes(id))).toBe(false);
      expect(set.repeats).toBe(new Set(given).size < given.length);
    }),
  );
});

test('equals exactly those with the same ids, each as often, in any order', () => {
  fc.assert(
    fc.property(someIds, someIds, (one, other) => {
      const text = (list: readonly bigint[]): string => list.map(String).sort().join(' ');
      expect(OrderIds.of(...one).equals(OrderIds.of(...one.toReversed()))).toBe(true);
      expect(OrderIds.of(...one).equals(OrderIds.of(...other))).toBe(text(one) === text(other));
    }),
  );
});

const safe = fc.integer({ min: -(10 ** 15), max: 10 ** 15 });
const few = fc.integer({ min: 0, max: 3 });
const columnIds = fc.array(fc.oneof(safe, int64, few), { maxLength: 200 });
const steps = fc
  .array(few, { maxLength: 9 })
  .map((each) => each.map((_, index) => sum(each.slice(0, index + 1))));

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test('keeps every digit of each id, a number or a bigint, and knows whether they rise', () => {
  fc.assert(
    fc.property(fc.oneof(columnIds, steps), fc.nat(9), (numbers, big) => {
      const given = numbers.map((id, index) => (index === big ? BigInt(id) : id));
      const column = new IdColumn();
      for (const id of given) column.add(id);
      const exact = given.map(BigInt);
      const kept = column.toOrderIds();
      expect(kept.equals(OrderIds.of(...exact))).toBe(true);
      expect(kept.repeats).toBe(new Set(exact).size < exact.length);
      expect(column.rising).toBe(exact.every((id, index) => index === 0 || id >= (exact[index - 1] ?? id)));
    }),
  );
});

const near = fc.oneof(int64, fc.bigInt(2n ** 53n - 4n, 2n ** 53n + 4n), fc.bigInt(-5n, 5n));

test('finds ids that share the nearest double or the low 32 bits, as a plain search does', () => {
  fc.assert(
    fc.property(fc.array(near, { maxLength: 12 }), near, (ids, id) => {
      const set = OrderIds.of(...ids);
      expect(set.hasDouble(id)).toBe(ids.some((one) => Number(one) === Number(id)));
      expect(set.hasLow32(id)).toBe(ids.some((one) => BigInt.asIntN(32, one) === BigInt.asIntN(32, id)));
      expect(set.every((one) => one > 0n)).toBe(ids.every((one) => one > 0n));
    }),
    { numRuns: 1000 },
  );
});
