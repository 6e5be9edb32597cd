import { expect, test } from 'vitest';
import { placed } from '../../../test/support/an-environment.ts';
import { OrderStore } from '../orders/order-store.ts';
import type { ShipRule } from './initial-state.ts';
import { Shipping } from './shipping.ts';

const loadedAt = 1_000;

function start(...rules: readonly ShipRule[]) {
  const store = new OrderStore([1n, 2n, 3n, 4n].map((id) => placed(id)));
  return { store, shipping: new Shipping(rules, loadedAt, store) };
}

test('ships at a time, or after a time, not before and not twice', () => {
  const { shipping } = start(
    { kind: 'after', orderId: 1n, afterMs: 500 },
    { kind: 'at', orderId: 2n, at: 1_400 },
  );
  expect(shipping.shipDue(1_399, 99)).toEqual([]);
  expect(shipping.shipDue(1_400, 99)).toEqual([2n]);
  expect(shipping.any).toBe(true);
  expect(shipping.shipDue(1_500, 99)).toEqual([1n]);
  expect([shipping.shipDue(9_000, 99), shipping.any]).toEqual([[], false]);
});

test('ships after the given number of lists', async () => {
  const { shipping, store } = start({ kind: 'after-lists', orderId: 3n, lists: 2 });
  expect(shipping.shipDue(9_000_000, 1)).toEqual([]);
  expect([shipping.any, shipping.shipDue(0, 2), shipping.any]).toEqual([true, [3n], false]);
  expect(await store.cancel(3n)).toMatchObject({ kind: 'already-shipped' });
});

test('ships in the order of time, and by lists after those by the clock', () => {
  const { shipping } = start(
    { kind: 'at', orderId: 1n, at: 1_300 },
    { kind: 'after-lists', orderId: 4n, lists: 1 },
    { kind: 'at', orderId: 2n, at: 1_100 },
    { kind: 'after', orderId: 3n, afterMs: 200 },
  );
  expect(shipping.shipDue(2_000, 1)).toEqual([2n, 3n, 1n, 4n]);
});

test('returns only orders that were pending; cancelled and unknown orders do not ship', async () => {
  const { shipping, store } = start(
    { kind: 'at', orderId: 1n, at: 0 },
    { kind: 'at', orderId: 77n, at: 0 },
    { kind: 'at', orderId: 2n, at: 0 },
  );
  await store.cancel(1n);
  expect(shipping.shipDue(loadedAt, 0)).toEqual([2n]);
});

test('returns the remaining rules for a scenario that starts now, the next first', () => {
  const { shipping } = start(
    { kind: 'after', orderId: 1n, afterMs: 500 },
    { kind: 'at', orderId: 2n, at: 1_400 },
    { kind: 'after-lists', orderId: 3n, lists: 9 },
    { kind: 'after-lists', orderId: 4n, lists: 5 },
  );
  expect(shipping.upcoming(6)).toEqual([
    { kind: 'at', orderId: 2n, at: 1_400 },
    { kind: 'at', orderId: 1n, at: 1_500 },
    { kind: 'after-lists', orderId: 4n, lists: 0 },
    { kind: 'after-lists', orderId: 3n, lists: 3 },
  ]);
  shipping.shipDue(1_400, 5);
  expect(shipping.upcoming(5)).toEqual([
    { kind: 'at', orderId: 1n, at: 1_500 },
    { kind: 'after-lists', orderId: 3n, lists: 4 },
  ]);
});
