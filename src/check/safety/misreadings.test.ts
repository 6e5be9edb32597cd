import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lostDigits, misreadings } from './misreadings.ts';

test.each([
  ['its other sign', 1000n, -1000n],
  ['its low 32 bits', 2n ** 40n + 5n, 5n],
  ['its low 32 bits as a negative number', 2n ** 32n - 5n, -5n],
  ['its low 32 bits without a sign', -1n, 2n ** 32n - 1n],
  ['its low 31 bits', 2n ** 31n + 5n, 5n],
  ['its nearest double', 9007199254740993n, 9007199254740992n],
  ['the low 32 bits of its nearest double', 2n ** 60n + 2n ** 31n + 1n, 2n ** 31n],
  ['its nearest float', 16_777_217n, 16_777_216n],
  ['the largest of 32 bits', 8273645182736451827n, 2147483647n],
  ['the smallest of 32 bits', -8273645182736451827n, -2147483648n],
  ['the overflow of 32 bits', 8273645182736451827n, -2147483648n],
  ['the largest of 32 bits without a sign', 8273645182736451827n, 4294967295n],
  ['the smallest of 32 bits without a sign', -123456789n, 0n],
  ['the largest exact double', 8273645182736451827n, 9007199254740991n],
  ['the smallest exact double', -8273645182736451827n, -9007199254740991n],
  ['2^53', 8273645182736451827n, 2n ** 53n],
  ['0 from a parser that failed', 2n ** 31n, 0n],
  ['-1 from a parser that failed', 2n ** 31n, -1n],
])('a careless target may read %s', (_how, id, other) => {
  expect(misreadings(id)).toContain(other);
});

test('a small id can only lose its sign', () => {
  expect(new Set(misreadings(7n))).toEqual(new Set([7n, -7n]));
});

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const clamp = (id: bigint, from: bigint, to: bigint): bigint => (id < from ? from : id > to ? to : id);

/** Parsers that are found in practice. */
const parsers: readonly ((id: bigint) => bigint)[] = [
  (id) => clamp(id, -(2n ** 31n), 2n ** 31n - 1n),
  (id) => clamp(id, 0n, 2n ** 32n - 1n),
  (id) => clamp(id, -(2n ** 53n) + 1n, 2n ** 53n - 1n),
  (id) => clamp(id, 0n, 2n ** 63n - 1n),
  (id) => BigInt.asIntN(32, id),
  (id) => BigInt(Number(id) | 0),
  (id) => BigInt(Number(id) >>> 0),
  (id) => BigInt(Number(id)),
  (id) => BigInt(Math.fround(Number(id))),
  (id) => (id < 0n ? -id : id),
  (id) => (BigInt.asIntN(32, id) === id ? id : 0n),
];

test('contains what every known careless parser reads', () => {
  fc.assert(
    fc.property(int64, (id) => {
      for (const parse of parsers) expect(misreadings(id)).toContain(parse(id));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [7n, []],
  [4294967397n, [101n]],
  [9007199254740993n, [9007199254740992n, 1n]],
])('names what is left of %s if digits are lost', (id, left) => {
  expect(lostDigits(id)).toEqual(left);
});
