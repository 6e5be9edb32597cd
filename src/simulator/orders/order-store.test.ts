import { expect, test } from 'vitest';
import { fixedList, fixedSegment, ordersOf } from './order-store.ts';

test('a fixed list holds its orders in one segment, with one revision', () => {
  const orders = [
    { order: { id: 1n }, status: 'cancelled' },
    { order: {}, status: 'pending' },
  ] as const;
  const segment = fixedSegment(orders, 7);
  expect(segment).toEqual({
    orders,
    statuses: ['cancelled', 'pending'],
    fieldsRevision: 7,
    statusRevision: 7,
  });
  expect(fixedList(orders, 7)).toEqual({ segments: [segment], revision: 7, fieldsRevision: 7 });
  expect([...ordersOf({ segments: [segment, segment], revision: 8, fieldsRevision: 8 })]).toEqual([
    ...orders,
    ...orders,
  ]);
});
