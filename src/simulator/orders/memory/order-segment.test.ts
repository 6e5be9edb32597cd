import { expect, test } from 'vitest';
import { listOf, segmentOf } from './order-segment.ts';

test('a list that is made at once says what it holds, all of it with one revision', () => {
  const orders = [
    { order: { id: 1n }, status: 'cancelled' },
    { order: {}, status: 'pending' },
  ] as const;
  const segment = segmentOf(orders, 7);
  expect(segment).toEqual({
    orders,
    statuses: ['cancelled', 'pending'],
    fieldsRevision: 7,
    statusRevision: 7,
  });
  expect(listOf([segment], 8)).toEqual({ segments: [segment], revision: 8, fieldsRevision: 8 });
});
