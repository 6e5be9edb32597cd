import { expect, test } from 'vitest';
import { drawRandomId } from './draw-id.ts';
import { lookalikes } from './lookalikes.ts';

test.each([
  ['its other sign', 1000n, -1000n],
  ['its low 32 bits', 2n ** 40n + 5n, 5n],
  ['its low 32 bits as a negative number', 2n ** 32n - 5n, -5n],
  ['its low 32 bits without a sign', -1n, 2n ** 32n - 1n],
  ['its low 31 bits', 2n ** 31n + 5n, 5n],
  ['its nearest double', 9007199254740993n, 9007199254740992n],
])('takes into account that a target may take an id for %s', (_how, id, other) => {
  expect(lookalikes(id)).toContain(other);
});

test('a small id looks like itself and its other sign alone', () => {
  expect(new Set(lookalikes(7n))).toEqual(new Set([7n, -7n]));
});

test('draws ids of either sign, of 64 bits, none twice', () => {
  const drawn = Array.from({ length: 200 }, drawRandomId);
  expect(new Set(drawn).size).toBe(200);
  for (const id of drawn) expect(BigInt.asIntN(64, id)).toBe(id);
  expect(drawn.some((id) => id < 0n) && drawn.some((id) => id > 2n ** 40n)).toBe(true);
});
