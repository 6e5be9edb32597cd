import { expect, test } from 'vitest';
import { ListCache } from './list-cache.ts';

const value = (length: number) => ({ length });

test('keeps values up to a sum of bytes, and drops the least recently used', () => {
  const cache = new ListCache(5_000);
  const [one, other] = [cache.add('one', value(1_000)), cache.add('other', value(1_000))];
  expect(cache.get('one')).toBe(one);
  cache.add('third', value(1_500));
  expect([cache.get('one'), cache.get('other')]).toEqual([one, undefined]);
  expect(other).toEqual({ length: 1_000 });
});

test('does not keep a value that is larger than all', () => {
  const cache = new ListCache(5_000);
  cache.add('small', value(10));
  expect(cache.add('large', value(10_000))).toEqual({ length: 10_000 });
  expect([cache.get('large'), cache.get('small')]).toEqual([undefined, { length: 10 }]);
});
