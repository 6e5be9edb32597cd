import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestInt64, readOrderId, smallestInt64 } from './order-id.ts';

test('reads back every int64 from its decimal form', () => {
  fc.assert(
    fc.property(fc.bigInt(smallestInt64, largestInt64), (id) => {
      expect(readOrderId(id.toString())).toEqual({ kind: 'order-id', id });
    }),
  );
});

test('gives one id one spelling', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-+.e x') }), (text) => {
      const reading = readOrderId(text);
      if (reading.kind === 'order-id') expect(reading.id.toString()).toBe(text);
    }),
  );
});

test.each([
  ['', 'the order id is empty'],
  ['-0', 'the order id is not a canonical decimal integer'],
  ['01', 'the order id is not a canonical decimal integer'],
  ['9223372036854775808', 'the order id is beyond int64'],
  ['-9223372036854775809', 'the order id is beyond int64'],
])('gives the reason why "%s" is not an order id', (text, reason) => {
  expect(readOrderId(text)).toEqual({ kind: 'malformed', reason });
});

test.each([smallestInt64, largestInt64, 0n])('reads %s, at an end or in the middle of the range', (id) => {
  expect(readOrderId(`${id}`)).toEqual({ kind: 'order-id', id });
});
