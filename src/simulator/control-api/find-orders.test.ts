import { expect, test } from 'vitest';
import { placed } from '../../../test/support/an-environment.ts';
import { findOrders } from './find-orders.ts';

const orders = [placed(1n), placed(12n, 'shipped'), placed(13n), placed(-1n), placed(14n)];

test.each([
  [{}, '1,12,13,-1,14', 5],
  [{ status: 'pending', offset: 1, limit: 2 }, '13,-1', 4],
  [{ id: '1', offset: 2 }, '13,14', 4],
  [{ id: '1', status: 'shipped', offset: 1 }, '', 1],
] as const)('the orders that match %j are %s of %i', (query, ids, total) => {
  const found = findOrders(orders, { id: '', offset: 0, ...query });
  expect([found.orders.map(({ order }) => order.id).join(), found.total]).toEqual([ids, total]);
});
