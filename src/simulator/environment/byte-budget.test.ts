import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

test('keeps the lists that were used last, as many as fit, and always the one in use', () => {
  const limit = 100;
  const uses = fc.array(fc.tuple(fc.nat(7), fc.nat(130)), { maxLength: 60 });
  fc.assert(
    fc.property(uses, (steps) => {
      const budget = new ByteBudget(limit);
      const held = new Map<number, number>();
      const lists = Array.from({ length: 8 }, (_, at) => ({ drop: () => void held.delete(at) }));
      const expected = new Map<number, number>();
      for (const [at, bytes] of steps) {
        held.set(at, bytes);
        budget.use(lists[at] as (typeof lists)[number], bytes);
        expected.delete(at);
        expected.set(at, bytes);
        for (const oldest of [...expected.keys()].slice(0, -1))
          if (sum(expected) > limit) expected.delete(oldest);
        expect(new Map([...held].sort())).toEqual(new Map([...expected].sort()));
        expect(budget.total).toBe(sum(expected));
      }
    }),
  );
});

function sum(of: ReadonlyMap<number, number>): number {
  return [...of.values()].reduce((total, bytes) => total + bytes, 0);
}
