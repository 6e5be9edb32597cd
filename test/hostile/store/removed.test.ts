import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startSimulator } from '../../../src/simulator/start-simulator.ts';
import { StoreServer, storeProgram } from './store-server.ts';

describe.skipIf(storeProgram === undefined)('an environment that another process removed', () => {
  test('does not stay in memory, and its name can be used again', async () => {
    await using store = await StoreServer.start();
    const shared = { store: `${store.url}?prefix=${randomBytes(6).toString('hex')}`, onStore: () => {} };
    await using one = await startSimulator({ ...shared, scenario: 'pending' });
    await using other = await startSimulator({ ...shared, scenario: 'pending' });
    const statusIn = async (name: string): Promise<number> => {
      const url = `${new URL(other.baseUrl).origin}/${name}/v1/store/orders`;
      return (await fetch(url, { headers: { Authorization: `Bearer key-of-${name}` } })).status;
    };
    for (let at = 0; at < 40; at++) {
      const name = `short-${at}`;
      expect(await statusIn(name)).toBe(404);
      const made = await one.control?.createEnvironment({ name, apiKeys: [`key-of-${name}`] });
      expect(await statusIn(name)).toBe(200);
      await made?.delete();
    }
    const metrics = await fetch(`${other.controlUrl}/metrics`, {
      headers: { Authorization: `Bearer ${other.controlToken}` },
    });
    const [, count] = /^store_orders_sim_environments (\d+)$/m.exec(await metrics.text()) ?? [];
    // Of production, staging and 40 others.
    expect(Number(count)).toBeLessThan(10);
  });
});
