import { expect, test } from 'vitest';
import { runAndCheck } from '../../simulator/orders/linearizability/history.ts';
import { cacheLists, shipAfterCancel } from '../../simulator/orders/linearizability/planted-bugs.ts';
import { awaitInCancels } from '../../support/plant.ts';
import { drawnSeeds } from '../../support/seed-properties.ts';

/** Operations of each client. */
const operations = 50;
const seeds = drawnSeeds(20).map(String);
const load = { clients: 20, operations, orders: 10 };

test(`20 clients that list, cancel, ship and reset see one order of events, with ${seeds.length} seeds (${operations} operations each)`, async () => {
  for (const seed of seeds) expect(await runAndCheck({ ...load, seed }), `seed ${seed}`).toEqual([]);
}, 3_600_000);

test.each([
  ['a turn of the event loop between the check and the write of a cancel', awaitInCancels],
  ['a stale list', cacheLists],
  ['the shipping of a cancelled order', shipAfterCancel],
])('finds %s', async (_, plant) => {
  const violations = await runAndCheck({ ...load, operations: 50, seed: '1' }, plant);
  expect(violations.length).toBeGreaterThan(0);
  expect(await runAndCheck({ ...load, operations: 50, seed: '1' })).toEqual([]);
});
