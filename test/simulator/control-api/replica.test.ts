import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { controlToken } from '../../support/open-test-simulator.ts';
import { openControl } from './open-control.ts';

test.each([
  ['sim-2', 'sim-2'],
  [undefined, hostname()],
])('with the replica %s, the list of environments and the metrics name %s', async (replica, shown) => {
  await using open = await openControl(replica === undefined ? {} : { replica });
  const headers = { Authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${open.simulator.controlUrl}/environments`, { headers });
  expect(await response.json()).toMatchObject({ replica: shown });
  expect(await open.control.metrics()).toContain(`store_orders_sim_replica_info{replica="${shown}"} 1\n`);
});
