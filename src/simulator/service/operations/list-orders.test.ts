import { expect, test } from 'vitest';
import { placed } from '../../../../test/support/an-environment.ts';
import { OrderStore, type PlacedOrder } from '../../orders/order-store.ts';
import { listReliance } from './list-orders.ts';

const shipDate = '2026-01-20T10:00:00Z';
const always = ['optional-fields', 'extra-fields'];

test.each<[PlacedOrder[], string[]]>([
  [[], []],
  [[placed(7n)], always],
  [[placed(7n, 'shipped', { quantity: 2n })], always],
  [
    [placed(7n), placed(8n)],
    [...always, 'list-order'],
  ],
  [[placed(7n, 'pending', { shipDate })], [...always, 'ship-date-form']],
  [[placed(7n, 'cancelled')], [...always, 'cancelled-in-list']],
  [
    [placed(7n), placed(8n, 'cancelled'), placed(9n, 'pending', { shipDate })],
    [...always, 'list-order', 'ship-date-form', 'cancelled-in-list'],
  ],
])('a list of %o relies on %o', (orders, expected) => {
  expect(listReliance(new OrderStore(orders).list())).toEqual(expected);
});

test('a change of the orders, and another store, change on what a list relies', () => {
  const store = new OrderStore([placed(7n)]);
  expect([listReliance(store.list()), listReliance(store.list())]).toEqual([always, always]);
  store.cancel(7n);
  expect(listReliance(store.list())).toEqual([...always, 'cancelled-in-list']);
  expect(listReliance(new OrderStore([placed(7n)]).list())).toEqual(always);
});
