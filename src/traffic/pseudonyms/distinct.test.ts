import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Distinct } from './distinct.ts';

test('has each number once, in rising order, whenever it is asked', () => {
  const numbers = fc.array(
    fc.oneof(fc.bigInt({ min: -9n, max: 9n }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  );
  fc.assert(
    fc.property(fc.array(numbers), (parts) => {
      const column = new Distinct((length) => new BigInt64Array(length));
      const added = new Set<bigint>();
      for (const part of parts) {
        for (const number of part) {
          column.add(number);
          added.add(number);
        }
        expect([...column.sorted()]).toEqual([...added].sort((one, other) => Number(one > other) || -1));
      }
    }),
  );
});

test('needs memory only for different numbers', () => {
  const lengths: number[] = [];
  const column = new Distinct((length) => {
    lengths.push(length);
    return new Float64Array(length);
  });
  for (let index = 0; index < 1_000_000; index += 1) column.add(index % 3000);
  expect([lengths.at(-1), column.sorted().length]).toEqual([8192, 3000]);
});
