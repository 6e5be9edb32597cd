import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BytePool, Ring } from './ring.ts';

const itemsOf = (bytes: readonly number[]) => bytes.map((one, at) => ({ number: at + 1, bytes: one }));
const create = (size: number, maxBytes: number, pool: BytePool = { most: 1_000_000, used: 0 }) =>
  new Ring<{ number: number; bytes: number }>(size, maxBytes, pool);

test('a ring keeps the newest items in order, within any number and any bytes, and counts the others', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.nat(200), fc.array(fc.nat(30), { maxLength: 80 }), (size, maxBytes, all) => {
      const pool = { most: 1_000_000, used: 0 };
      const ring = create(size, maxBytes, pool);
      const items = itemsOf(all);
      const expected: typeof items = [];
      for (const item of items) {
        ring.add(item);
        const bytes = () => expected.reduce((sum, one) => sum + one.bytes, 0);
        expected.push(item);
        while (expected.length > size || bytes() > maxBytes) expected.shift();
        // Each item grows when its response is known.
        const [oldest] = ring.items();
        if (oldest !== undefined) ring.grow(oldest, 5);
        while (bytes() > maxBytes) expected.shift();
        expect([...ring.items()]).toEqual(expected);
        expect([ring.length, pool.used]).toEqual([expected.length, bytes()]);
      }
      expect(ring.dropped).toBe(items.length - expected.length);
    }),
  );
});

test('a ring drops its own items for the bytes of all, and what finds no room is counted', () => {
  const pool = { most: 100, used: 0 };
  const [one, other] = [create(10, 1_000, pool), create(10, 1_000, pool)];
  for (const item of itemsOf([40, 40])) one.add(item);
  other.add({ number: 1, bytes: 30 });
  expect([one.length, other.length, other.dropped, pool.used]).toEqual([2, 0, 1, 80]);
  one.add({ number: 3, bytes: 40 });
  expect([one.length, one.dropped, pool.used]).toEqual([2, 1, 80]);
  one.clear();
  other.add({ number: 2, bytes: 30 });
  expect([other.length, pool.used]).toEqual([1, 30]);
});

test('a ring that is cleared keeps later items', () => {
  const ring = create(2, 100);
  for (const item of itemsOf([1, 2, 3])) ring.add(item);
  ring.clear();
  ring.add({ number: 4, bytes: 4 });
  expect([[...ring.items()], ring.dropped]).toEqual([[{ number: 4, bytes: 4 }], 0]);
});
