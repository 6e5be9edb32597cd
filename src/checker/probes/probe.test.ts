import { expect, test } from 'vitest';
import { drawRandomId } from './probe.ts';

test('draws 64-bit ids of either sign, none of them twice', () => {
  const drawn = Array.from({ length: 200 }, drawRandomId);
  expect(new Set(drawn).size).toBe(200);
  for (const id of drawn) expect(BigInt.asIntN(64, id)).toBe(id);
  expect(drawn.some((id) => id < 0n) && drawn.some((id) => id > 2n ** 40n)).toBe(true);
});
