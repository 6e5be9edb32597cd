import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { machineClock } from '../../../src/clock.ts';
import { connectStore } from '../../../src/simulator/environment/log/connect.ts';
import { startSimulator } from '../../../src/simulator/start-simulator.ts';
import { controlToken, openTestSimulator } from '../../helpers/open-test-simulator.ts';
import { control, list, ownPrefix, startOn } from './simulators.ts';
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

describe.skipIf(storeProgram === undefined)('an environment that another process created', () => {
  test('gets 503 from a process that has no room for it, which serves those that it has', async () => {
    await using store = await StoreServer.start();
    const address = `${store.url}?${ownPrefix()}`;
    await using other = await startOn(address);
    expect([await control(other, 'PUT x', [5]), await control(other, 'PUT y', [6])]).toEqual([201, 201]);
    let full: string | undefined;
    const memory = { refusal: () => full, released: () => {} };
    const log = await connectStore(address, { machine: machineClock, onEvent: () => {} });
    await using one = await openTestSimulator({ store: log, memory });
    expect(await list(one, 'x')).toEqual([5]);
    full = 'the heap is full';
    expect([await list(one, 'x'), await list(one, 'y'), await list(one, 'z')]).toEqual([[5], 503, 404]);
    const headers = { Authorization: `Bearer ${controlToken}` };
    const refused = await fetch(`${one.controlUrl}/environments/y`, { headers });
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      '1',
      expect.stringContaining('There is no room for another environment: the heap is full.'),
    ]);
    full = undefined;
    expect(await list(one, 'y')).toEqual([6]);
  });
});
