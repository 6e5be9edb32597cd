import { expect, test } from 'vitest';
import { fixedSegment } from '../../../test/simulator/orders/fixed-list.ts';
import { ordersOf } from './order-store.ts';

test('the orders of a list are those of its segments, one after the other', () => {
  const orders = [
    { order: { id: 1n }, status: 'cancelled' },
    { order: {}, status: 'pending' },
  ] as const;
  const segment = fixedSegment(orders, 7);
  expect([...ordersOf({ segments: [segment, segment], revision: 8, fieldsRevision: 8 })]).toEqual([
    ...orders,
    ...orders,
  ]);
});
