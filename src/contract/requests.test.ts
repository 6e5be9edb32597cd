import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { cancelOrder, hasMalformedId } from './requests.ts';

const cancelOf = (id: string): Exchange => ({
  number: 1,
  request: { ...cancelOrder(0n), path: `/store/orders/${id}` },
  startedAt: 0,
  outcome: { kind: 'failed', reason: 'reset', message: '' },
});

test.each([
  ...['abc', '1.5', '01', '+1', '-0', '1e3', '0x1', '-', '1%20', '%zz', '%6', '9223372036854775808'],
  ...['-9223372036854775809', '12345678901234567890', '\u0661'],
])('the id %j is malformed', (id) => {
  expect(hasMalformedId(cancelOf(id).request)).toBe(true);
});

test('every int64 is an id, also with percent-encoded digits', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (id) => {
      const text = id.toString();
      expect(hasMalformedId(cancelOf(text).request)).toBe(false);
      expect(hasMalformedId(cancelOf(Buffer.from(text).toString('hex').replace(/../g, '%$&')).request)).toBe(
        false,
      );
    }),
  );
});

test('a list has no id', () => {
  const { request } = cancelOf('abc');
  expect(hasMalformedId({ ...request, operationId: 'listOrders' })).toBe(false);
});
