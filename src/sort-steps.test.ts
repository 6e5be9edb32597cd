import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finishNow } from './in-slices.ts';
import { sortSteps } from './sort-steps.ts';

const compare = (one: { readonly key: number }, other: { readonly key: number }): number =>
  one.key - other.key;

test.each([0, 1, 256, 257, 700, 2_000])('sorts %i items like toSorted, stably', (length) => {
  const items = fc.array(fc.nat(99), { minLength: length, maxLength: length, size: 'max' });
  fc.assert(
    fc.property(items, (keys) => {
      const given = keys.map((key, at) => ({ key, at }));
      const before = [...given];
      expect(finishNow(sortSteps(given, compare))).toEqual(given.toSorted(compare));
      expect(given).toEqual(before);
    }),
    { numRuns: 5 },
  );
});

test('a step compares at most some hundreds of items', () => {
  let comparisons = 0;
  const items = Array.from({ length: 5_000 }, (_, at) => ({ key: (at * 7_919) % 5_000 }));
  const steps = sortSteps(items, (one, other) => {
    comparisons++;
    return compare(one, other);
  });
  let most = 0;
  for (let before = 0; steps.next().done !== true; before = comparisons)
    most = Math.max(most, comparisons - before);
  expect(most).toBeLessThan(3_000);
});
