import { deepEqual, equal, rejects } from 'node:assert/strict';
import { env } from 'node:process';
import { afterEach, beforeEach, test } from 'node:test';
import { ControlClient, type OpenEnvironment } from 'store-orders-sim/client';
import { StoreOrders, Unauthorized } from './store-orders.ts';

const control = new ControlClient({
  url: env.STORE_ORDERS_CONTROL_URL ?? 'http://localhost:4011',
  token: env.STORE_ORDERS_CONTROL_TOKEN ?? '',
  // Only if the simulator does not know its address, for example because of a mapped port.
  serviceUrl: env.STORE_ORDERS_BASE_URL,
});
let environment: OpenEnvironment;
let store: StoreOrders;

// A separate environment for each test.
beforeEach(async () => {
  environment = await control.createEnvironment({ scenario: 'mixed' });
  store = new StoreOrders(environment.baseUrl, environment.apiKey);
});
afterEach(() => environment.delete());

test('lists ids beyond 2^53', async () => {
  await environment.load({ orders: [{ id: 9007199254740993n }] });
  deepEqual(await store.listIds(), [9007199254740993n]);
});

test('cancels a pending order', async () => {
  equal(await store.cancel(environment.handle('pending')), 'cancelled');
  equal((await environment.orders.get('pending')).status, 'cancelled');
});

test('reports a shipped and a missing order', async () => {
  equal(await store.cancel(environment.handle('shipped')), 'conflict');
  equal(await store.cancel(environment.handle('missing')), 'not-found');
});

test('reports an invalid key', async () => {
  await rejects(new StoreOrders(environment.baseUrl, 'no-key').listIds(), Unauthorized);
});

test('retries if the connection breaks before the cancel', async () => {
  const { faults } = environment;
  await faults.add({ kind: 'reset', operation: 'cancelOrder', when: 'before-commit', times: 1 });
  equal(await store.cancel(environment.handle('pending')), 'cancelled');
});

test('promises nothing if the response to the cancel is lost', async () => {
  const { faults, journal } = environment;
  const pending = environment.handle('pending');
  await faults.add({ kind: 'reset', operation: 'cancelOrder', when: 'after-commit', times: 1 });
  equal(await store.cancel(pending), 'uncertain');
  const { passed, checks } = await journal.verify([
    { check: 'cancelled', orderId: pending, times: 1 },
    { check: 'nothing-else-changed' },
    { check: 'retried', atMost: 1 },
    { check: 'no-notes' },
  ]);
  equal(passed, true, checks.map(({ check, seen }) => `${check}: ${seen}`).join('\n'));
});

test('loses the race against shipping', async () => {
  const { gates, orders } = environment;
  const pending = environment.handle('pending');
  await gates.open({ id: 'race', orderId: pending });
  const outcome = store.cancel(pending);
  await gates.wait('race');
  await orders.ship(pending);
  await gates.close('race');
  equal(await outcome, 'conflict');
});
