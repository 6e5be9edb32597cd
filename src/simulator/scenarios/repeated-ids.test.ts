import { expect, test } from 'vitest';
import { OrderStore } from '../orders/order-store.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';
import { showScenario } from './show-scenario.ts';

/** Enough orders that the first and the last are in different segments. */
const many = Array.from({ length: 600 }, (_, at) => ({ id: at + 1000, quantity: at }));
const repeated = [
  { id: 7, petId: 1 },
  { id: 7, petId: 2, repeatsId: true, status: 'shipped' },
];

async function read(orders: readonly object[], name = 'repeated.json') {
  const text = JSON.stringify({ orders });
  return resolveScenario(await readScenario({ name, text }, { scenario: 'repeated', source: 'file' }), {
    seed: 1,
  });
}

const petIds = async (store: OrderStore) =>
  store.list().orders.flatMap(({ order: { id, petId }, status }) => (id === 7n ? [[petId, status]] : []));

test.each([
  ['in one segment', [...repeated]],
  ['in two segments', [...repeated.slice(0, 1), ...many, ...repeated.slice(1)]],
])('lists both orders with an id, and cancels the earlier one: %s', async (_where, orders) => {
  const store = new OrderStore((await read(orders)).orders);
  expect(await petIds(store)).toEqual([
    [1n, 'pending'],
    [2n, 'shipped'],
  ]);
  expect(store.cancel(7n)).toMatchObject({ kind: 'cancelled' });
  expect(await petIds(store)).toEqual([
    [1n, 'cancelled'],
    [2n, 'shipped'],
  ]);
  store.put({ order: { id: 1599n }, status: 'pending' });
  expect(store.get(7n)).toMatchObject({ order: { petId: 1n }, status: 'cancelled' });
  store.put({ order: { id: 7n, petId: 3n }, status: 'pending' });
  expect(await petIds(store)).toEqual([
    [3n, 'pending'],
    [2n, 'shipped'],
  ]);
  expect(store.remove(7n)).toBe(true);
  expect(await petIds(store)).toEqual([[2n, 'shipped']]);
});

test.each(['yaml', 'json'] as const)('a shown scenario with such ids can be read again: %s', async (form) => {
  const text = await showScenario(await read([...repeated, ...repeated.slice(1)]), form);
  const scenario = await readScenario({ name: `shown.${form}`, text }, { scenario: 'shown', source: 'file' });
  expect(scenario.content.orders?.map(({ repeatsId }) => repeatsId)).toEqual([undefined, true, true]);
});

test.each([
  [[{ id: 7, repeatsId: true }], /orders\[0\] has repeatsId, but no earlier order has its id/],
  [[{ id: 7 }, { id: 8, repeatsId: true }], /orders\[1\] has repeatsId, but no earlier order has its id/],
  [[{ id: 7 }, { repeatsId: true }], /orders\[1\] has repeatsId/],
  [[{ id: 7 }, { id: 7, repeatsId: false }], /id 7 is already the id of orders\[0\]/],
])('refuses %j', async (orders, message) => {
  await expect(read(orders)).rejects.toThrow(message);
});
