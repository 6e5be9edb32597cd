import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { list, openControl } from './open-control.ts';

const orders = [placed(1n), placed(2n)];
const scenario = { orders: [{ id: 5 }, { id: 6 }] };
/** Room for three environments with four orders. */
const mostKib = 3 * 32 + 4;
const refused = { status: 507, code: 'out_of_memory' };

test('beyond the orders for which the heap has room, more are refused with 507, and everything else works', async () => {
  await using open = await openControl({ orders, mostKib });
  const production = open.control.environment('production');
  await using _full = await open.control.createEnvironment({ scenario });
  await expect(open.control.createEnvironment({ scenario })).rejects.toMatchObject(refused);
  await expect(production.load(scenario)).rejects.toMatchObject(refused);
  await expect(production.orders.put(7n, {})).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('3 environments with 4 orders fill the 100 KiB'),
  });
  expect(await list({ ...open.simulator, apiKey: 'test-api-key' })).toBe('[{"id":1},{"id":2}]');
  await production.orders.put(1n, { quantity: 2n });
  await production.reset();
});
