import { expect, test } from 'vitest';
import type { InitialState } from '../environment/initial-state.ts';
import { type OrderStatus, orderStatuses } from '../orders/order.ts';
import { createCatalog } from './catalog.ts';
import { resolveScenario } from './resolve-scenario.ts';

const catalog = createCatalog();
const names = await catalog.names();
const doubleLimit = 2n ** 53n;

const loaded = new Map<string, InitialState>();
for (const name of names) loaded.set(name, await resolveScenario(await catalog.open(name), { seed: 1 }));

function load(name: string): InitialState {
  const state = loaded.get(name);
  if (state === undefined) throw new Error(`there is no scenario ${name}`);
  return state;
}

function count({ orders }: InitialState, status: OrderStatus): number {
  return orders.filter((placed) => placed.status === status).length;
}

function statusOf({ orders, handles }: InitialState, handle: string): OrderStatus | 'no order' {
  return orders.find(({ order }) => order.id === handles.get(handle))?.status ?? 'no order';
}

test.each(names)('%s has a description, and its handles name orders of that kind', (name) => {
  const state = load(name);
  expect(state.description).toMatch(/^[A-Z0-9].{15,110}[^.]$/);
  expect(statusOf(state, 'missing')).toBe('no order');
  expect(state.handles.has('missing')).toBe(true);
  for (const status of orderStatuses) {
    const named = state.handles.has(status);
    if (named) expect(statusOf(state, status)).toBe(status);
    if (status !== 'cancelled') expect(named).toBe(count(state, status) > 0);
  }
  expect(state.apiKeys.size).toBe(0);
});

test('no two scenarios share an id, except for the edges of int64', () => {
  const all = [...loaded.values()].flatMap(({ orders }) => orders.map(({ order: { id = 0n } }) => id));
  const ids = all.filter((id) => id > 1_000_000n && id < 1_000_000_000n);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(orderStatuses)('%s has one order, in that state', (status) => {
  expect(load(status).orders.map((placed) => placed.status)).toEqual([status]);
});

test('empty has no order, and large 10,000 with 10,000 ids', () => {
  expect(load('empty').orders).toEqual([]);
  expect(new Set(load('large').orders.map(({ order }) => order.id)).size).toBe(10_000);
});

test('mixed has enough of each state, large ids on both sides, and complete not aligned with shipped', () => {
  const state = load('mixed');
  expect(count(state, 'pending')).toBeGreaterThanOrEqual(20);
  expect(count(state, 'shipped')).toBeGreaterThanOrEqual(5);
  const ids = state.orders.map(({ order }) => order.id);
  for (const id of [doubleLimit + 1n, -doubleLimit - 1n]) expect(ids).toContain(id);
  const pairs = new Set(state.orders.map(({ order, status }) => `${status} ${order.complete}`));
  for (const pair of ['pending true', 'pending false', 'shipped true', 'shipped false'])
    expect(pairs).toContain(pair);
});

test('sparse leaves out each field somewhere, and all of them in one order', () => {
  const { orders } = load('sparse');
  const fields = ['id', 'petId', 'quantity', 'shipDate', 'complete'] as const;
  for (const field of fields)
    expect(new Set(orders.map(({ order }) => field in order))).toEqual(new Set([true, false]));
  expect(orders).toContainEqual({ order: {}, status: 'pending' });
});

test('int64-edges has both ends of int64, the first integers no double holds, and zero', () => {
  const ids = load('int64-edges').orders.map(({ order }) => order.id);
  const edges = [2n ** 63n - 1n, -(2n ** 63n), doubleLimit + 1n, -doubleLimit - 1n, 2n ** 31n, 2n ** 32n, 0n];
  for (const edge of edges) expect(ids).toContain(edge);
});

test('dates has leap days, year ends, extreme years, offsets and fractions, as written', () => {
  const dates = load('dates').orders.map(({ order }) => order.shipDate);
  for (const form of ['02-29', '12-31T.*-05:00', '^0001', '^9999', '\\.9{9}Z', '\\+05:45$'])
    expect(dates).toContainEqual(expect.stringMatching(form));
});

test('ships-while-you-look ships one order after a list, one after three, one after a time, and never its pending one', () => {
  const { ships, handles } = load('ships-while-you-look');
  expect(ships).toEqual([
    { kind: 'after-lists', orderId: handles.get('ships-after-1-list'), lists: 1 },
    { kind: 'after-lists', orderId: handles.get('ships-after-3-lists'), lists: 3 },
    { kind: 'after', orderId: handles.get('ships-after-30s'), afterMs: 30_000 },
  ]);
  expect(ships.map(({ orderId }) => orderId)).not.toContain(handles.get('pending'));
});
