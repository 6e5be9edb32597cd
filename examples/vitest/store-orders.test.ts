import { ControlClient } from 'store-orders-sim/client';
import { expect, inject, test } from 'vitest';
import { StoreOrders } from '../clients/typescript/store-orders.ts';
import { refund } from './refund-desk.ts';

/** Creates a separate store for a test from a named scenario. It is deleted at the end of the test. */
async function openStore() {
  const environment = await new ControlClient(inject('storeOrders')).createEnvironment({ scenario: 'mixed' });
  return {
    environment,
    store: new StoreOrders(environment.baseUrl, environment.apiKey),
    id: (name: string) => environment.handle(name),
    [Symbol.asyncDispose]: () => environment[Symbol.asyncDispose](),
  };
}

test('returns the outcome for each order', async () => {
  await using open = await openStore();
  const ids = [open.id('pending'), open.id('shipped'), open.id('missing')];
  expect(await refund(open.store, ids)).toEqual(['refunded', 'already on its way', 'not known here']);
});

test('retries if the connection breaks before the cancel', async () => {
  await using open = await openStore();
  await open.environment.faults.add({
    kind: 'reset',
    when: 'before-commit',
    operation: 'cancelOrder',
    times: 1,
  });
  expect(await refund(open.store, [open.id('pending')])).toEqual(['refunded']);
});

test('promises nothing if the response to the cancel is lost', async () => {
  await using open = await openStore();
  await open.environment.faults.add({
    kind: 'reset',
    when: 'after-commit',
    operation: 'cancelOrder',
    times: 1,
  });
  expect(await refund(open.store, [open.id('pending')])).toEqual(['we look into it']);
});
