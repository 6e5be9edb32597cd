import { expect, test } from 'vitest';
import type { EnvironmentState } from '../../../src/simulator/environment/environment.ts';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { awaitInCancels } from '../../support/plant.ts';

const orders = 200;

/** 50 clients each cancel the same orders; responses how often each order was cancelled. */
async function raceCancels(plant?: (state: EnvironmentState) => void): Promise<number[]> {
  const ids = Array.from({ length: orders }, (_, at) => BigInt(at));
  await using simulator = await openTestSimulator({
    orders: ids.map((id) => placed(id)),
    ...(plant && { ofOneProcess: 'the test breaks the memory of a process' }),
  });
  plant?.(simulator.environments.production.state);
  const wins = ids.map(() => 0);
  const statuses = new Set<number>();
  const client = async (): Promise<void> => {
    for (const id of ids) {
      const response = await fetch(`${simulator.baseUrl}/store/orders/${id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${testKey}` },
      });
      await response.arrayBuffer();
      statuses.add(response.status);
      if (response.status === 204) wins[Number(id)] = (wins[Number(id)] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  expect([...statuses].sort()).toEqual([204, 409]);
  return wins;
}

test(`lets exactly one of 50 clients cancel each of ${orders} orders`, async () => {
  const wins = await raceCancels();
  expect(wins.every((count) => count === 1)).toBe(true);
});

test('shows two winners for a store that awaits between the check and the write of a cancel', async () => {
  const wins = await raceCancels(awaitInCancels);
  expect(wins.some((count) => count > 1)).toBe(true);
});
