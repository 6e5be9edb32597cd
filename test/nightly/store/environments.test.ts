import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { testKey } from '../../support/open-test-simulator.ts';
import { cancel, control, list, ownPrefix, startOn } from './simulators.ts';
import { LossyProxy, StoreServer, storeProgram } from './store-server.ts';

/** Two simulators: calls of the first go through a proxy. */
async function start() {
  const store = await StoreServer.start();
  const proxy = await LossyProxy.start(store.port);
  const prefix = ownPrefix();
  const one = await startOn(`${proxy.url}?${prefix}`);
  const other = await startOn(`${store.url}?${prefix}`);
  const stop = async (): Promise<void> => {
    for (const each of [one, other, proxy, store]) await each[Symbol.asyncDispose]();
  };
  return { store, proxy, one, other, [Symbol.asyncDispose]: stop };
}

describe.skipIf(storeProgram === undefined)('an environment of a store', () => {
  test('moves with its state to the process that gets its requests', async () => {
    await using running = await start();
    const { one, other } = running;
    expect(await control(one, 'PUT x', [5, 6])).toBe(201);
    const url = `${new URL(one.baseUrl).origin}/x/v1/store/orders/5`;
    const headers = { Authorization: `Bearer ${testKey}` };
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
    const there = other.control?.environment('x');
    await there?.changeClock({ set: '2030-01-01T00:00:00Z', frozen: true });
    expect((await there?.orders.get(5))?.status).toBe('cancelled');
    // The first process does not serve what it no longer owns, but claims it again.
    expect(await list(one, 'x')).toEqual([5, 6]);
    expect(await one.control?.environment('x').clock()).toMatchObject({ now: '2030-01-01T00:00:00Z' });
  });

  test('has a journal that counts what other processes may have had as dropped', async () => {
    await using running = await start();
    const { one, other } = running;
    await control(one, 'PUT x', [5]);
    await list(one, 'x');
    expect((await one.control?.environment('x').journal.find())?.dropped).toBe(0);
    expect((await other.control?.environment('x').journal.find())?.dropped).toBeGreaterThan(0);
  });

  test('is listed by every process, and claimed by none for that', async () => {
    await using running = await start();
    const { one, other } = running;
    await control(one, 'PUT x', [5, 6]);
    const mine = await one.control?.environments();
    expect(inspect(await other.control?.environments())).toContain("name: 'x'");
    expect(mine?.map(({ name }) => name)).toContain('x');
    expect(await list(one, 'x')).toEqual([5, 6]);
  });

  test('that another process replaced or deleted is the new one, or none', async () => {
    await using running = await start();
    const { one, other } = running;
    await control(one, 'PUT x', [5]);
    expect(await control(other, 'PUT x', [6])).toBe(200);
    expect(await list(one, 'x')).toEqual([6]);
    expect(await control(one, 'POST x/reset')).toBe(200);
    expect(await control(other, 'DELETE x')).toBe(200);
    expect(await list(one, 'x')).toBe(404);
  });

  test('ends everywhere at its end', async () => {
    await using running = await start();
    const { one, other } = running;
    await one.control?.createEnvironment({ name: 'short', ttl: '1s', apiKeys: [testKey] });
    expect(await list(one, 'short')).not.toBe(404);
    await expect.poll(() => list(other, 'short'), { timeout: 5_000 }).toBe(404);
  });
});

test.skipIf(storeProgram === undefined)(
  'a change of which the reply of the store is lost has an unknown outcome, and is made at most once',
  async () => {
    await using running = await start();
    const { proxy, one } = running;
    proxy.loseNext();
    expect(await cancel(one, 1)).toBe(503);
    await expect.poll(() => cancel(one, 1)).toBe(409);
    proxy.loseNext();
    expect(await control(one, 'PUT x', [5])).toBe(503);
    await expect.poll(() => list(one, 'x')).toEqual([5]);
  },
);
