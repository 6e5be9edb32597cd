import { expect, test } from 'vitest';
import type { EnvironmentState } from '../../../src/simulator/environment/environment.ts';
import { copyList, type OrderList } from '../../../src/simulator/orders/order-store.ts';
import { runAndCheck } from '../../simulator/orders/linearizability/history.ts';
import { awaitInCancels, plantInStore } from '../../support/plant.ts';
import { drawnSeeds } from '../../support/seed-properties.ts';

/** Operations of each client. */
const operations = 50;
const seeds = drawnSeeds(20).map(String);
const load = { clients: 20, operations, orders: 10 };

test(`20 clients that list, cancel, ship and reset see one order of events, with ${seeds.length} seeds (${operations} operations each)`, async () => {
  for (const seed of seeds) expect(await runAndCheck({ ...load, seed }), `seed ${seed}`).toEqual([]);
}, 3_600_000);

/** Returns a list that is up to three lists old. */
function cacheLists(state: EnvironmentState): void {
  const list = state.store.list.bind(state.store);
  let cached: OrderList | undefined;
  let asked = 0;
  plantInStore(state, {
    list: () => {
      if (asked++ % 4 === 0 || cached === undefined) cached = copyList(list());
      return cached;
    },
  });
}

/** Ships cancelled orders. */
function shipAfterCancel(state: EnvironmentState): void {
  const ship = state.store.ship.bind(state.store);
  plantInStore(state, { ship: (id) => ship(id, { force: true }) });
}

test.each([
  ['a turn of the event loop between the check and the write of a cancel', awaitInCancels],
  ['a stale list', cacheLists],
  ['the shipping of a cancelled order', shipAfterCancel],
])('finds %s', async (_, plant) => {
  const violations = await runAndCheck({ ...load, operations: 50, seed: '1' }, plant);
  expect(violations.length).toBeGreaterThan(0);
  expect(await runAndCheck({ ...load, operations: 50, seed: '1' })).toEqual([]);
});
