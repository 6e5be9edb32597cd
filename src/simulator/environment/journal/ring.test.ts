import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ring } from './ring.ts';

const itemsOf = (bytes: readonly number[]) => bytes.map((one, at) => ({ at, bytes: one }));

test('a ring keeps the newest items in order, within any number and any bytes, and counts the others', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.nat(200), fc.array(fc.nat(30), { maxLength: 80 }), (size, maxBytes, all) => {
      const ring = new Ring<{ at: number; bytes: number }>(size, maxBytes);
      const items = itemsOf(all);
      const expected: typeof items = [];
      for (const item of items) {
        ring.add(item);
        // Each item grows when its response is known.
        if (ring.oldest !== undefined) ring.grow(item, 5);
        expected.push(item);
        const bytes = () => expected.reduce((sum, one) => sum + one.bytes, 0);
        while (expected.length > size || (bytes() > maxBytes && expected.length > 1)) expected.shift();
        expect([...ring.oldestFirst()]).toEqual(expected);
        expect([...ring.newestFirst()]).toEqual(expected.toReversed());
        expect([ring.length, ring.bytes]).toEqual([expected.length, bytes()]);
        expect(ring.oldest).toBe(expected[0]);
      }
      expect(ring.dropped).toBe(items.length - expected.length);
    }),
  );
});

test('a ring keeps no more than its size after a million items', () => {
  const ring = new Ring<{ at: number; bytes: number }>(1_000, 1_000_000);
  for (let at = 0; at < 1_000_000; at++) ring.add({ at, bytes: 1 });
  expect([ring.length, ring.dropped, ring.bytes]).toEqual([1_000, 999_000, 1_000]);
  expect(ring.oldest).toEqual({ at: 999_000, bytes: 1 });
});

test('a ring that is cleared keeps later items, and one that drops everything counts it', () => {
  const ring = new Ring<{ at: number; bytes: number }>(2, 100);
  for (const item of itemsOf([1, 2, 3])) ring.add(item);
  ring.clear();
  ring.add({ at: 4, bytes: 4 });
  expect([[...ring.oldestFirst()], ring.dropped, ring.bytes]).toEqual([[{ at: 4, bytes: 4 }], 0, 4]);
  ring.drop();
  expect([ring.length, ring.dropped, ring.bytes]).toEqual([0, 1, 0]);
});
