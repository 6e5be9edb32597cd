import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { StoreEvent } from '../../../src/simulator/environment/store-unavailable.ts';
import type { Simulator } from '../../../src/simulator/start-simulator.ts';
import { cancel, control, list, ownPrefix, startOn } from './simulators.ts';
import { StoreServer, storeProgram } from './store-server.ts';

const start = (store: StoreServer, prefix: string, more = {}): Promise<Simulator> =>
  startOn(`${store.url}?prefix=${prefix}`, more);

describe.skipIf(storeProgram === undefined)('a store', () => {
  test('that lost everything stops its environments until they are created again', async () => {
    await using store = await StoreServer.start();
    const prefix = randomBytes(6).toString('hex');
    await using one = await start(store, prefix);
    expect(await cancel(one, 1)).toBe(204);
    await store.command((redis) => redis.flushall());
    expect([await cancel(one, 1), await cancel(one, 2)]).toEqual([503, 503]);
    expect(await control(one, 'PUT production', [1])).toBe(201);
    expect([await cancel(one, 1), await cancel(one, 1)]).toEqual([204, 409]);
  });

  test('that lost the last changes, as in a failover, stops an environment until it is reset', async () => {
    await using store = await StoreServer.start();
    const prefix = randomBytes(6).toString('hex');
    await using one = await start(store, prefix);
    const record = `{${prefix}}:environment:production`;
    expect(await cancel(one, 1)).toBe(204);
    const replica = await store.command((redis) => redis.dumpBuffer(record));
    expect(await cancel(one, 2)).toBe(204);
    await store.command((redis) => redis.restore(record, 0, replica, 'REPLACE'));
    expect([await cancel(one, 2), await list(one, 'production'), await cancel(one, 2)]).toEqual([
      503, 503, 503,
    ]);
    await one.control?.environment('production').reset();
    expect([await cancel(one, 2), await cancel(one, 2)]).toEqual([204, 409]);
  });

  test('without an append-only file is refused, unless the address says otherwise', async () => {
    await using store = await StoreServer.start({ appendonly: 'no' });
    const why = 'loses confirmed changes when it ends (appendonly no)';
    await expect(start(store, 'x')).rejects.toThrow(why);
    await (await start(store, 'x&durable=no')).stop();
  });

  test('that a start cannot use has no connection of it afterwards', async () => {
    await using store = await StoreServer.start();
    await store.command((redis) => redis.set('{x}:index', 'of another program'));
    await expect(start(store, 'x')).rejects.toThrow('the store refuses a call (WRONGTYPE');
    const clients = await store.command((redis) => redis.client('LIST'));
    expect(`${clients}`.trim().split('\n')).toHaveLength(1);
  });

  test('that is away is named with the reason, and the process is not ready until it is back', async () => {
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
    await expect.poll(() => cancel(one, 1)).toBe(204);
  });
});
