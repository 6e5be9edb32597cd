import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machineClock } from '../../../src/clock.ts';
import { connectStore } from '../../../src/simulator/environment/log/connect.ts';
import { startSimulator } from '../../../src/simulator/start-simulator.ts';
import { freePort } from '../../helpers/free-port.ts';
import { testKey } from '../../helpers/open-test-simulator.ts';
import { StoreServer, storeProgram } from './store-server.ts';

const cancel = async (baseUrl: string, id: number): Promise<number> => {
  const headers = { Authorization: `Bearer ${testKey}` };
  return (await fetch(`${baseUrl}/store/orders/${id}`, { method: 'DELETE', headers })).status;
};

describe.skipIf(storeProgram === undefined)('the address of a store', () => {
  test('of Sentinels leads to the primary, also after a failover', async () => {
    await using primary = await StoreServer.start();
    await using replica = await StoreServer.start({ replicaof: `127.0.0.1 ${primary.port}` });
    const folder = mkdtempSync(join(tmpdir(), 'sentinel-'));
    const port = await freePort();
    writeFileSync(
      join(folder, 'sentinel.conf'),
      `port ${port}\nbind 127.0.0.1\nsentinel monitor orders 127.0.0.1 ${primary.port} 1\nsentinel down-after-milliseconds orders 500\n`,
    );
    const sentinel = spawn(storeProgram ?? '', [join(folder, 'sentinel.conf'), '--sentinel'], {
      stdio: 'ignore',
    });
    try {
      const store = `redis+sentinel://127.0.0.1:${port}/orders`;
      await expect
        .poll(() => replica.command((redis) => redis.info('replication')), { timeout: 10_000 })
        .toContain('master_link_status:up');
      await expect.poll(() => connects(store), { timeout: 10_000 }).toBe(true);
      const scenario = { orders: [{ id: 1 }, { id: 2 }] };
      await using one = await startSimulator({ store, control: false, scenario, onStore: () => {} });
      await using other = await startSimulator({ store, control: false, scenario, onStore: () => {} });
      expect([await cancel(one.baseUrl, 1), await cancel(other.baseUrl, 1)]).toEqual([204, 409]);
      await primary.stop();
      // The primary ended with all its entries in the replica. Until that is the primary, requests are refused.
      await expect.poll(() => cancel(other.baseUrl, 1), { timeout: 20_000, interval: 200 }).toBe(409);
      expect(await cancel(one.baseUrl, 1)).toBe(409);
    } finally {
      sentinel.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

async function connects(address: string): Promise<boolean> {
  try {
    (await connectStore(address, { machine: machineClock, onEvent: () => {} })).close();
    return true;
  } catch {
    return false;
  }
}
