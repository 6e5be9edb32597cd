import { expect, test } from 'vitest';
import { drawRandomId, idClasses } from './target.ts';

test.each(idClasses)('draws $name within its range, hardly any twice', ({ from, to }) => {
  const drawn = Array.from({ length: 200 }, () => drawRandomId(from, to));
  expect(new Set(drawn).size).toBe(200);
  for (const id of drawn) expect(id >= from && id <= to && BigInt.asIntN(64, id) === id).toBe(true);
});

test('draws the ends of a range', () => {
  const drawn = new Set(Array.from({ length: 200 }, () => drawRandomId(-1n, 1n)));
  expect([...drawn].sort()).toEqual([-1n, 0n, 1n].sort());
});
