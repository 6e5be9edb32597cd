import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { machineClock } from '../../../src/clock.ts';
import { connectStore } from '../../../src/simulator/environment/log/connect.ts';
import { startSimulator } from '../../../src/simulator/start-simulator.ts';
import { controlToken, openTestSimulator } from '../../support/open-test-simulator.ts';
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

describe.skipIf(storeProgram === undefined)('an environment that is removed during a request', () => {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };

  /** A simulator, and another one that removes x after the next call of a function of the store by the first. */
  async function start() {
    const store = await StoreServer.start();
    const address = `${store.url}?${ownPrefix()}`;
    const log = await connectStore(address, { machine: machineClock, onEvent: () => {} });
    const [one, other] = [await openTestSimulator({ store: log }), await startOn(address)];
    expect(await control(other, 'PUT x', [5])).toBe(201);
    const removeAfter = (name: 'names' | 'read' | 'append'): void => {
      const call = log[name].bind(log) as (...given: readonly unknown[]) => Promise<unknown>;
      const once = async (...given: readonly unknown[]): Promise<unknown> => {
        Reflect.deleteProperty(log, name);
        const reply = await call(...given);
        expect(await control(other, 'DELETE x')).toBe(200);
        return reply;
      };
      Object.assign(log, { [name]: once });
    };
    const send = async (route: string, body?: object) => {
      const [method = '', path = ''] = route.split(' ');
      const sent = { method, headers, body: JSON.stringify(body) };
      const response = await fetch(`${one.controlUrl}/environments${path}`, sent);
      return { status: response.status, body: await response.json() };
    };
    const stop = async (): Promise<void> => {
      for (const each of [one, other, store]) await each[Symbol.asyncDispose]();
    };
    return { send, removeAfter, [Symbol.asyncDispose]: stop };
  }

  test('is not in the list', async () => {
    await using running = await start();
    const { send, removeAfter } = running;
    const listed = (...names: readonly string[]) => ({
      status: 200,
      body: { environments: names.map((name) => ({ name })) },
    });
    expect(await send('GET ')).toMatchObject(listed('production', 'staging', 'x'));
    removeAfter('names');
    expect(await send('GET ')).toMatchObject(listed('production', 'staging'));
  });

  test('gets 503 if the request has changed it, else 404', async () => {
    await using running = await start();
    const { send, removeAfter } = running;
    removeAfter('read');
    expect(await send('PUT /x', {})).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
    expect((await send('PUT /x', {})).status).toBe(201);
    expect((await send('POST /x/gates', { id: 'race' })).status).toBe(201);
    removeAfter('append');
    const release = await send('POST /x/gates/race/release', { exchange: 1 });
    expect(release).toMatchObject({ status: 404, body: { code: 'environment_not_found' } });
  });
});
