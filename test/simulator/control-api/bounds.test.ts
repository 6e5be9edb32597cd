import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { testKey } from '../../support/open-test-simulator.ts';
import { list, openControl } from './open-control.ts';

const limitReached = (message: string) => ({ status: 409, code: 'limit_reached', message });

test('an environment has at most 1000 faults', async () => {
  await using open = await openControl();
  const { faults } = open.control.environment('production');
  const all = Array.from({ length: 1_001 }, () => ({ kind: 'reset' }) as const);
  await expect(faults.replace(all)).rejects.toMatchObject({ status: 400 });
  await faults.replace(all.slice(1));
  await expect(faults.add({ kind: 'reset' })).rejects.toMatchObject(
    limitReached('There are 1000 faults, which is the maximum; delete some.'),
  );
  await faults.delete('fault-2');
  await faults.add({ kind: 'reset' });
});

test('an environment has at most 100 keys', async () => {
  await using open = await openControl();
  const { keys } = open.control.environment('production');
  const all = Array.from({ length: 101 }, (_, at) => ({ key: `key-of-test-${at}` }));
  await expect(keys.replace(all)).rejects.toMatchObject({ status: 400 });
  await keys.replace(all.slice(1));
  await expect(keys.add({ key: 'another' })).rejects.toMatchObject(
    limitReached('There are 100 keys, which is the maximum; revoke some.'),
  );
});

test('an environment has at most 1000 holds', async () => {
  await using open = await openControl();
  for (let at = 0; at < 1_000; at++) open.simulator.environments.production.state.holds.open({});
  const { gates } = open.control.environment('production');
  await expect(gates.open({ id: 'one-more' })).rejects.toMatchObject({ code: 'limit_reached' });
});

test('an environment has at most as many orders as a scenario, however they come', async () => {
  await using open = await openControl({ maxOrders: 2, orders: [placed(1n), placed(2n)] });
  const { orders } = open.control.environment('production');
  await expect(orders.put(3n, {})).rejects.toMatchObject(
    limitReached('There are 2 orders, which is the maximum; remove some, or raise --max-orders.'),
  );
  await orders.put(2n, { quantity: 1n });
});

test('beyond the orders for which the heap has room, more are refused with 507, and everything else works', async () => {
  const scenario = { orders: [{ id: 5 }, { id: 6 }] };
  const refused = { status: 507, code: 'out_of_memory' };
  // Room for three environments with four orders.
  await using open = await openControl({ orders: [placed(1n), placed(2n)], mostKib: 3 * 32 + 4 });
  const production = open.control.environment('production');
  await using _full = await open.control.createEnvironment({ scenario });
  await expect(open.control.createEnvironment({ scenario })).rejects.toMatchObject(refused);
  await expect(production.load(scenario)).rejects.toMatchObject(refused);
  await expect(production.orders.put(7n, {})).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('3 environments with 4 orders fill the 100 KiB'),
  });
  expect(await list({ ...open.simulator, apiKey: testKey })).toBe('[{"id":1},{"id":2}]');
  await production.orders.put(1n, { quantity: 2n });
  await production.reset();
});
