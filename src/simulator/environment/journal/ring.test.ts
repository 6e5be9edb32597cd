import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ring } from './ring.ts';

test('keeps the newest items in order, at any size', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.nat(80), (size, count) => {
      const ring = new Ring<number>(size);
      const all = Array.from({ length: count }, (_, at) => at);
      for (const item of all) ring.add(item);
      const kept = size === 0 ? [] : all.slice(-size);
      expect([...ring.oldestFirst()]).toEqual(kept);
      expect([...ring.newestFirst()]).toEqual(kept.toReversed());
      expect([ring.length, ring.dropped]).toEqual([kept.length, count - kept.length]);
    }),
  );
});

test('keeps no more than its size after a million items', () => {
  const ring = new Ring<object>(1_000);
  for (let at = 0; at < 1_000_000; at++) ring.add({ at });
  expect([ring.length, ring.dropped, [...ring.oldestFirst()].length]).toEqual([1_000, 999_000, 1_000]);
  expect([...ring.oldestFirst()][0]).toEqual({ at: 999_000 });
});

test('clear removes everything, and later items are kept', () => {
  const ring = new Ring<number>(2);
  for (const item of [1, 2, 3]) ring.add(item);
  ring.clear();
  ring.add(4);
  expect([[...ring.oldestFirst()], ring.dropped]).toEqual([[4], 0]);
});
