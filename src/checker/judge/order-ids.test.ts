import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderIds } from './order-ids.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const ids = fc.array(fc.oneof(int64, fc.bigInt({ min: -3n, max: 3n })), { maxLength: 12 });

test('has the ids that it was given and no other', () => {
  fc.assert(
    fc.property(ids, int64, (given, other) => {
      const set = OrderIds.of(...given);
      expect(set.size).toBe(given.length);
      expect(given.every((id) => set.has(id))).toBe(true);
      expect(set.has(other)).toBe(given.includes(other));
      expect([-4n, 4n, 2n ** 63n].some((id) => set.has(id) !== given.includes(id))).toBe(false);
      expect(set.repeats).toBe(new Set(given).size < given.length);
    }),
  );
});

test('equals one of the same ids in any order, each as often, and no other', () => {
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      const text = (list: readonly bigint[]): string => list.map(String).sort().join(' ');
      expect(OrderIds.of(...one).equals(OrderIds.of(...one.toReversed()))).toBe(true);
      expect(OrderIds.of(...one).equals(OrderIds.of(...other))).toBe(text(one) === text(other));
    }),
  );
});
