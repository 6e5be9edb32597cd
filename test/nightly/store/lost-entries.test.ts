import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { StoreEvent } from '../../../src/simulator/environment/log/store-event.ts';
import type { Simulator } from '../../../src/simulator/start-simulator.ts';
import { cancel, control, list, ownPrefix, startOn } from './simulators.ts';
import { StoreServer, storeProgram } from './store-server.ts';

const start = (store: StoreServer, prefix: string, more = {}): Promise<Simulator> =>
  startOn(`${store.url}?prefix=${prefix}`, more);

describe.skipIf(storeProgram === undefined)('a store that lost its entries', () => {
  test('stops an environment for every process until it is reset, also for one that starts later', async () => {
    await using store = await StoreServer.start();
    const prefix = randomBytes(6).toString('hex');
    await using one = await start(store, prefix);
    await using other = await start(store, prefix);
    expect([await cancel(one, 1), await cancel(other, 1)]).toEqual([204, 409]);
    await store.command((redis) => redis.flushall());
    expect([await cancel(other, 1), await cancel(one, 1)]).toEqual([503, 503]);
    await using late = await start(store, prefix);
    expect([await cancel(late, 2), await cancel(one, 2), await cancel(other, 2)]).toEqual([503, 503, 503]);
    await late.control?.environment('production').reset();
    expect([await cancel(other, 1), await cancel(one, 1), await cancel(late, 1)]).toEqual([204, 409, 409]);
  });

  test('stops each environment of which a process knew, until each is reset', async () => {
    await using store = await StoreServer.start();
    const prefix = randomBytes(6).toString('hex');
    await using one = await start(store, prefix);
    await using other = await start(store, prefix);
    for (const name of ['x', 'y']) expect(await control(one, `PUT ${name}`, [5])).toBe(201);
    expect(await list(other, 'x')).toEqual([5]);
    await store.command((redis) => redis.flushall());
    await using late = await start(store, prefix);
    // The last of each group learns of the environment from the process that knew it.
    expect([await list(other, 'x'), await list(one, 'x'), await list(late, 'x')]).toEqual([503, 503, 503]);
    expect([await list(late, 'y'), await list(one, 'y'), await list(late, 'y')]).toEqual([404, 503, 503]);
    expect(await control(late, 'POST x/reset')).toBe(200);
    expect([await list(one, 'x'), await list(other, 'x'), await list(one, 'y')]).toEqual([[5], [5], 503]);
    expect(await control(other, 'PUT y', [6])).toBe(200);
    expect([await list(one, 'y'), await list(late, 'y')]).toEqual([[6], [6]]);
  });

  test('stops an environment whose log is shorter than a process knows, as after a failover', async () => {
    await using store = await StoreServer.start();
    const prefix = randomBytes(6).toString('hex');
    await using one = await start(store, prefix);
    await using other = await start(store, prefix);
    const [before] = await store.command((redis) => redis.hvals(`{${prefix}}:environments`));
    expect(await cancel(one, 1)).toBe(204);
    const log = `{${prefix}}:log:${before}`;
    const replica = await store.command((redis) => redis.dumpBuffer(log));
    expect(await cancel(one, 2)).toBe(204);
    await store.command((redis) => redis.restore(log, 0, replica, 'REPLACE'));
    // It knew nothing of what is lost.
    expect(await cancel(other, 2)).toBe(204);
    expect([await cancel(one, 2), await cancel(other, 2), await cancel(one, 2)]).toEqual([503, 503, 503]);
  });

  test('is reported if it is empty; later, a process names its settings that have no effect', async () => {
    await using store = await StoreServer.start();
    const prefix = randomBytes(6).toString('hex');
    const events: StoreEvent[] = [];
    const onStore = (event: StoreEvent): void => void events.push(event);
    await using _one = await start(store, prefix, { onStore });
    await using _same = await start(store, prefix, { onStore });
    expect(events).toEqual([{ kind: 'empty' }]);
    const more = { onStore, scenario: 'empty', apiKey: ['another-key'], profile: 'typical' };
    await using _other = await start(store, prefix, more);
    expect(events.slice(1)).toEqual([
      { kind: 'kept', environment: 'production', settings: ['scenario', 'keys', 'profile'] },
      { kind: 'kept', environment: 'staging', settings: ['scenario', 'profile'] },
    ]);
  });

  test('is refused by a process that wants a store with another id', async () => {
    await using store = await StoreServer.start();
    const prefix = randomBytes(6).toString('hex');
    await using _one = await start(store, prefix);
    const id = (await store.command((redis) => redis.get(`{${prefix}}:id`))) ?? '';
    await using _other = await start(store, prefix, { storeId: id });
    await store.command((redis) => redis.flushall());
    await expect(start(store, prefix, { storeId: id })).rejects.toThrow(
      `the store does not have the id ${id}`,
    );
  });
});

describe.skipIf(storeProgram === undefined)('a store that is away for a while', () => {
  test('is named with the reason, and makes the process not ready until it is back', async () => {
    await using store = await StoreServer.start();
    const events: StoreEvent[] = [];
    const onStore = (event: StoreEvent): void => void events.push(event);
    await using one = await startOn(`${store.url}?${ownPrefix()}`, { onStore });
    const ready = async (): Promise<number> => (await fetch(`${one.controlUrl}/readyz`)).status;
    expect(await ready()).toBe(200);
    await store.stop();
    const why = expect.stringContaining('ECONNREFUSED');
    await expect.poll(() => events, { timeout: 10_000 }).toContainEqual({ kind: 'lost', why });
    expect([await ready(), await cancel(one, 1)]).toEqual([503, 503]);
    await store.start();
    await expect.poll(ready, { timeout: 10_000 }).toBe(200);
    expect(events.at(-1)).toEqual({ kind: 'restored' });
    expect(await cancel(one, 1)).toBe(204);
  });
});
