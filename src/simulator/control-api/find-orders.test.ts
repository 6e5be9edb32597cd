import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placed } from '../../../test/support/an-environment.ts';
import { orderStatuses } from '../orders/order.ts';
import { findOrders } from './find-orders.ts';

test('a part of the orders that match is that part of the whole filtered list', () => {
  const order = fc.tuple(fc.integer({ min: -50, max: 2_000 }), fc.constantFrom(...orderStatuses));
  const query = fc.record({
    status: fc.option(fc.constantFrom(...orderStatuses), { nil: undefined }),
    id: fc.constantFrom('', '1', '-', '19', '2000', '7'),
    offset: fc.nat(1_500),
    limit: fc.option(fc.integer({ min: 1, max: 700 }), { nil: undefined }),
  });
  const orders = fc.uniqueArray(order, { maxLength: 1_500, selector: ([id]) => id, size: 'max' });
  fc.assert(
    fc.property(orders, query, (given, wanted) => {
      const all = given.map(([id, status]) => placed(BigInt(id), status));
      const { status, id, offset, limit = Number.POSITIVE_INFINITY } = wanted;
      const matching = all
        .filter((one) => status === undefined || one.status === status)
        .filter((one) => `${one.order.id}`.startsWith(id));
      expect(findOrders(all, wanted)).toEqual({
        orders: matching.slice(offset, offset + limit),
        total: matching.length,
      });
    }),
    { numRuns: 20 },
  );
});
