import { describe, expect, test } from 'vitest';
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
  const keys = `{${prefix.slice(7)}}`;
  return { store, proxy, one, other, keys, [Symbol.asyncDispose]: stop };
}

describe.skipIf(storeProgram === undefined)('an environment that another process', () => {
  test('replaced is the new one for a reset, a load and a deletion', async () => {
    await using running = await start();
    const { one, other } = running;
    for (const [route, found] of [
      ['POST x/reset', [6]],
      ['PUT x/scenario', [7]],
      ['DELETE x', 404],
    ] as const) {
      expect(await control(other, 'PUT x', [5])).toBeLessThan(300);
      expect(await list(one, 'x')).toEqual([5]);
      expect(await control(other, 'PUT x', [6])).toBe(200);
      expect(await control(one, route, route === 'PUT x/scenario' ? [7] : undefined)).toBe(200);
      expect([await list(one, 'x'), await list(other, 'x')]).toEqual([found, found]);
    }
  });

  test('gave another scenario returns to that one with a reset', async () => {
    await using running = await start();
    const { one, other } = running;
    expect(await control(other, 'PUT x', [5])).toBe(201);
    expect(await list(one, 'x')).toEqual([5]);
    expect(await control(other, 'PUT x/scenario', [6])).toBe(200);
    expect(await control(one, 'POST x/reset')).toBe(200);
    expect(await list(other, 'x')).toEqual([6]);
  });

  test('created is found by a request that joins a lookup from before', async () => {
    await using running = await start();
    const { store, proxy, one, other } = running;
    const calls = async (): Promise<string> =>
      /cmdstat_hmget:calls=(\d+)/.exec(await store.command((redis) => redis.info('commandstats')))?.[1] ?? '';
    expect(await list(one, 'x')).toBe(404);
    const before = await calls();
    proxy.stall({ fresh: false, asked: false });
    const early = list(one, 'x');
    await expect.poll(calls, { interval: 5 }).not.toBe(before);
    expect(await control(other, 'PUT x', [5])).toBe(201);
    const late = list(one, 'x');
    // Meanwhile the simulator receives it: both are in this process.
    for (let turn = 0; turn < 20; turn++) await (await fetch(`${one.controlUrl}/livez`)).text();
    proxy.resume();
    expect([await early, await late]).toEqual([404, [5]]);
  });
});

describe.skipIf(storeProgram === undefined)('a change of which the reply of the store is lost', () => {
  test('is made once, and its response says what it did', async () => {
    await using running = await start();
    const { store, proxy, one, keys } = running;
    expect(await control(one, 'PUT x', [5])).toBe(201);
    expect(await control(one, 'PUT y', [6])).toBe(201);
    // The store has the scenario: a call without it would be repeated anyway.
    void proxy.loseNext();
    expect(await control(one, 'PUT x', [6])).toBe(200);
    const [log, snapshot] = await store.command(async (redis) => {
      const key = await redis.hget(`${keys}:environments`, 'y');
      return [`${keys}:log:${key}`, `${keys}:snapshot:${key}`] as const;
    });
    const last = await store.command((redis) => redis.xrevrange(log, '+', '-', 'COUNT', 1));
    void proxy.loseNext();
    expect(await control(one, 'PUT y/scenario', [5])).toBe(200);
    const loaded = await store.command((redis) => redis.hget(snapshot, 'seq'));
    expect(`${loaded}-0`).toBe(last[0]?.[0].replace(/^\d+/, (seq) => `${Number(seq) + 1}`));
  });

  test('is not made again if another change hides whether it was made', async () => {
    await using running = await start();
    const { proxy, one, other } = running;
    for (const [route, ids] of [
      ['PUT x', [6]],
      ['PUT x/scenario', [6]],
      ['DELETE x', undefined],
    ] as const) {
      await control(other, 'PUT x', [5]);
      expect(await list(one, 'x')).toEqual([5]);
      // The store has made the change when it loses the reply, and the call is repeated once the other change is there too.
      const isLost = proxy.loseNext({ wait: true });
      const changing = control(one, route, ids);
      await isLost;
      expect(await control(other, 'PUT x', [8])).toBeLessThan(300);
      proxy.resume();
      expect(await changing).toBe(503);
      expect(await list(other, 'x')).toEqual([8]);
    }
  });
});

describe.skipIf(storeProgram === undefined)('with ?wait=1, a change', () => {
  test('is refused if no replica has it, also if the reply of the store is lost', async () => {
    await using primary = await StoreServer.start();
    await using replica = await StoreServer.start({ replicaof: `127.0.0.1 ${primary.port}` });
    await expect
      .poll(() => replica.command((redis) => redis.info('replication')), { timeout: 10_000 })
      .toContain('master_link_status:up');
    await using proxy = await LossyProxy.start(primary.port);
    await using one = await startOn(`${proxy.url}?wait=1&${ownPrefix()}`);
    const ready = async (): Promise<number> => (await fetch(`${one.controlUrl}/readyz`)).status;
    expect([await cancel(one, 1), await control(one, 'PUT x', [5]), await ready()]).toEqual([204, 201, 200]);
    replica.signal('SIGSTOP');
    expect(await ready()).toBe(503);
    expect([await control(one, 'PUT x', [6]), await control(one, 'DELETE x')]).toEqual([503, 503]);
    void proxy.loseNext();
    expect(await cancel(one, 2)).toBe(503);
    replica.signal('SIGCONT');
    await expect.poll(ready, { timeout: 10_000 }).toBe(200);
    // It is not known to whom refused it that the store has it.
    expect(await cancel(one, 2)).toBe(409);
  });
});
