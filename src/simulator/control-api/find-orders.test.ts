import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placed } from '../../../test/support/an-environment.ts';
import { MemoryOrderStore } from '../orders/memory/memory-order-store.ts';
import { packOrders } from '../orders/memory/packed-orders.ts';
import { orderStatuses } from '../orders/order.ts';
import type { OrderSegment } from '../orders/order-store.ts';
import { findOrders } from './find-orders.ts';

test('a part of the orders that match is that part of the whole filtered list', async () => {
  const order = fc.tuple(fc.integer({ min: -50, max: 2_000 }), fc.constantFrom(...orderStatuses));
  const query = fc.record({
    status: fc.option(fc.constantFrom(...orderStatuses), { nil: undefined }),
    id: fc.constantFrom('', '1', '-', '19', '2000', '7'),
    offset: fc.nat(1_500),
    limit: fc.option(fc.integer({ min: 1, max: 700 }), { nil: undefined }),
  });
  const orders = fc.uniqueArray(order, { maxLength: 1_500, selector: ([id]) => id, size: 'max' });
  await fc.assert(
    fc.asyncProperty(orders, query, async (given, wanted) => {
      const all = given.map(([id, status]) => placed(BigInt(id), status));
      const { segments } = new MemoryOrderStore(packOrders(all)).list();
      const { status, id, offset, limit = Number.POSITIVE_INFINITY } = wanted;
      const matching = all
        .filter((one) => status === undefined || one.status === status)
        .filter((one) => `${one.order.id}`.startsWith(id));
      expect(await findOrders(segments, wanted)).toEqual({
        orders: matching.slice(offset, offset + limit),
        total: matching.length,
      });
    }),
    { numRuns: 20 },
  );
});

test('a part reads only the segments that it touches', async () => {
  let read = 0;
  const segment: OrderSegment = {
    get orders() {
      read++;
      return Array.from({ length: 512 }, (_, at) => placed(BigInt(at)));
    },
    statuses: Array(512).fill('pending'),
    fieldsRevision: 1,
    statusRevision: 1,
  };
  const segments = Array<OrderSegment>(200).fill(segment);
  const { orders, total } = await findOrders(segments, { id: '', offset: 51_000, limit: 300 });
  expect([orders.length, total, read]).toEqual([300, 102_400, 2]);
});
