import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdColumn } from './id-column.ts';
import { OrderIds } from './order-ids.ts';

const safe = fc.integer({ min: -(10 ** 15), max: 10 ** 15 });
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

const few = fc.integer({ min: 0, max: 3 });
const ids = fc.array(fc.oneof(safe, int64, few), { maxLength: 200 });
const steps = fc
  .array(few, { maxLength: 9 })
  .map((each) => each.map((_, index) => sum(each.slice(0, index + 1))));

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test('keeps each id to its last digit, as a number or a bigint, and tells whether they rise', () => {
  fc.assert(
    fc.property(fc.oneof(ids, steps), fc.nat(9), (numbers, big) => {
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
