import { expect, test } from 'vitest';
import type { Deed } from '../../src/faults/fault-kind.ts';
import { placed } from '../support/an-environment.ts';
import { ask } from '../support/open-test-simulator.ts';
import { openWithFaults } from './open-with-faults.ts';

/** Opens a simulator in which something happens before the nth request of an operation. */
async function open(does: Deed, operation: 'listOrders' | 'cancelOrder', every = 1) {
  const sim = await openWithFaults([{ id: 'other', kind: 'meanwhile', does, operation, every }], {
    orders: [placed(1n), placed(2n), placed(3n, 'shipped')],
    gaps: { 'conflict-body': 'error' },
  });
  const send = (line: string) => ask(sim, line);
  const ids = async () =>
    JSON.parse((await send('GET /v1/store/orders')).body).map(({ id }: { id: number }) => id);
  const { state } = sim.environments.production;
  return { send, ids, state };
}

test.each([
  ['cancel', 'order_already_cancelled', 'cancelled', 'another client cancelled the order'],
  ['ship', 'order_already_shipped', 'shipped', 'the order shipped'],
] as const)('%s comes before the first cancel, which gets 409 %s', async (does, code, status, did) => {
  const { send, state } = await open(does, 'cancelOrder');
  const refused = await send('DELETE /v1/store/orders/1');
  expect([refused.status, JSON.parse(refused.body).code]).toEqual([409, code]);
  expect(state.store.get(1n)?.status).toBe(status);
  const { exchanges } = state.journal.find();
  expect(exchanges.map(({ faults: [fault] }) => fault)).toMatchObject([
    { id: 'other', did: `meanwhile, ${did}` },
  ]);
  // It happens once.
  expect((await send('DELETE /v1/store/orders/2')).status).toBe(204);
});

test('an order appears between two lists, and another one leaves', async () => {
  const appears = await open('place', 'listOrders', 2);
  expect(await appears.ids()).toEqual([1, 2, 3]);
  const later = await appears.ids();
  expect(later).toHaveLength(4);
  expect(await appears.ids()).toEqual(later);
  const leaves = await open('remove', 'listOrders', 2);
  expect(await leaves.ids()).toEqual([1, 2, 3]);
  expect(await leaves.ids()).toEqual([1, 2]);
  expect(await leaves.ids()).toEqual([1, 2]);
});

test('the key is revoked before a request, which gets 401 as do all later ones', async () => {
  const { send, state } = await open('revoke-key', 'cancelOrder');
  expect((await send('GET /v1/store/orders')).status).toBe(200);
  for (const _ of [1, 2]) expect((await send('DELETE /v1/store/orders/1')).status).toBe(401);
  expect(state.store.get(1n)?.status).toBe('pending');
  expect((await send('GET /v1/store/orders')).status).toBe(401);
});
