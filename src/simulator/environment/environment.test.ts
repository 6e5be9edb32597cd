import { expect, test } from 'vitest';
import { anEntry } from '../../../test/simulator/environment/journal/a-journal.ts';
import { anEnvironment, placed } from '../../../test/support/an-environment.ts';
import { createTestClock } from '../../../test/support/test-clock.ts';
import type { OrderList } from '../orders/order-store.ts';
import type { EnvironmentState } from './environment.ts';

const ordersOf = ({ store }: EnvironmentState) => store.list().orders;

test('starts with the orders of its scenario, and with its own keys before those of the scenario', async () => {
  const apiKeys = new Map([
    ['production', ['of-the-scenario']],
    ['staging', ['of-another']],
  ]);
  const { state } = anEnvironment({ orders: [placed(7n, 'shipped')], apiKeys }, { apiKeys: ['of-its-own'] });
  expect(await ordersOf(state)).toEqual([placed(7n, 'shipped')]);
  expect(['of-its-own', 'of-the-scenario', 'of-another'].map((key) => state.keys.idOf(key))).toEqual([
    'key-1',
    'key-2',
    undefined,
  ]);
  expect(anEnvironment({ apiKeys }, { name: 'third' }).state.keys.all()).toEqual([]);
});

test('a stale list shows the orders as they were when the fault was added, by the scenario or later', async () => {
  const { state } = anEnvironment({ orders: [placed(7n)], faults: [{ kind: 'stale-list', times: 1 }] });
  await state.store.cancel(7n);
  state.faults.add([{ kind: 'stale-list' }]);
  const listed = () =>
    state.faults
      .fire('before-commit', { operation: 'listOrders', orderId: undefined, keyId: () => undefined })
      .map(({ effect }) => (effect.kind === 'stale-list' ? (effect.list as OrderList).orders : []));
  expect(listed()).toEqual([[placed(7n)], [placed(7n, 'cancelled')]]);
});

test('a test names orders by a handle, in an object as its scenario, and by placing them', () => {
  const orders = [1n, 2n, 3n].map((id) => placed(id));
  const { isNamed, store } = anEnvironment({
    orders,
    handles: new Map([['one', 1n]]),
    writtenIds: [2n],
  }).state;
  store.put(placed(4n));
  expect([1n, 2n, 3n, 4n].map(isNamed)).toEqual([true, true, false, true]);
});

test('the journal redacts keys, and knows those of other environments, its base path and its orders', async () => {
  const { state } = anEnvironment(
    { orders: [placed(7n)] },
    {
      name: 'cart',
      apiKeys: ['key-of-the-cart'],
      keyOwner: (text) => (text === 'key-of-staging' ? 'staging' : undefined),
    },
  );
  let number = 0;
  const shown = async (line: string, rest = {}) => {
    state.journal.open(anEntry(line, { number: ++number, ...rest }));
    return state.journal.find().exchanges[0];
  };
  const own = await shown('GET /cart/v1/store/orders?note=key-of-the-cart');
  expect(own?.query).toBe('?note=[redacted]');
  const foreign = await shown('GET /cart/v1/store/orders', {
    rawHeaders: ['Authorization', 'Bearer key-of-staging'],
    refusal: 'unauthorized',
    status: 401,
  });
  expect(foreign?.notes.map(({ text }) => text)).toEqual([
    expect.stringMatching(/key of staging.*went to cart/),
  ]);
  expect((await shown('GET /store/orders'))?.notes[0]?.text).toContain('"/cart/v1/store/orders"');
  const unknown = await shown('DELETE /cart/v1/store/orders/8', {
    cancel: 'unknown',
    status: 404,
    reason: 'unknown',
  });
  expect(unknown?.refused?.wouldMatch).toBe('an order: 7');
});

test('a reset returns to the start of the scenario and ends every wait', async () => {
  const environment = anEnvironment({ orders: [placed(7n)], faults: [{ kind: 'reset' }] });
  const before = environment.state;
  await before.store.cancel(7n);
  before.faults.clear();
  before.counts.requests = 5;
  before.holds.open({});
  before.journal.open(anEntry('GET /v1/store/orders'));
  await environment.reset();
  const { state } = environment;
  expect(state).not.toBe(before);
  expect(await ordersOf(state)).toEqual([placed(7n)]);
  expect([state.faults.any, state.holds.list().length > 0]).toEqual([true, false]);
  expect(state.journal.counts()).toEqual({ length: 0, dropped: 0 });
  expect(state.counts).toEqual({ requests: 0, lists: 0, messages: 0 });
  expect([before.pauses.ended.aborted, state.pauses.ended.aborted]).toEqual([true, false]);
});

test('the waits of a state end with it: faults, holds and waits for the journal', async () => {
  const machine = createTestClock();
  const environment = anEnvironment({}, { machine });
  const { state } = environment;
  state.holds.open({ id: 'g', timeoutMs: 60_000 });
  const pause = state.pauses.pause(60_000);
  const waiting = state.journal.wait({ filter: {}, count: 1, timeoutMs: 60_000 });
  expect(machine.waiting).toBe(3);
  environment.end();
  await pause;
  expect((await waiting).reached).toBe(false);
  expect([machine.waiting, state.pauses.ended.aborted]).toEqual([0, true]);
});
