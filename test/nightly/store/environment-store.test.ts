import { describe, expect, test } from 'vitest';
import { machineClock } from '../../../src/clock.ts';
import { EnvironmentStore } from '../../../src/simulator/environment/store/environment-store.ts';
import { connectStore, type StoreClient } from '../../../src/simulator/environment/store/store-client.ts';
import { StoreServer, storeProgram } from './store-server.ts';

const record = (state: string) => ({ state, initial: state, summary: state });
const how = { mode: 'replace', most: 9, endsAt: undefined, digest: '' } as const;
const none = { token: '', sequence: 0, state: undefined };

/** Two processes with one store, and what sends the last call of the first one again. */
async function start() {
  const server = await StoreServer.start();
  const client = await connectStore(server.url, { machine: machineClock, onEvent: () => {} });
  let last: Parameters<StoreClient['call']> = [''];
  const call: StoreClient['call'] = (...args) => {
    last = args;
    return client.call(...args);
  };
  const first = new EnvironmentStore(Object.assign(Object.create(client) as StoreClient, { call }));
  const other = new EnvironmentStore(client);
  const again = () => client.call(...last);
  const stop = async (): Promise<void> => {
    client.close();
    await server[Symbol.asyncDispose]();
  };
  return { first, other, again, [Symbol.asyncDispose]: stop };
}

// A call is sent again if its reply is lost, and one that stood still on its way arrives late.
describe.skipIf(storeProgram === undefined)(
  'a call that arrives a second time, after one of another process,',
  () => {
    test('creates nothing again', async () => {
      await using running = await start();
      const { first, other, again } = running;
      await first.create('x', record('one'), how);
      await other.create('x', record('two'), how);
      expect(await again()).toEqual(['created']);
      expect(await other.claim('x', 0)).toMatchObject({ state: 'two' });
    });

    test('removes nothing again', async () => {
      await using running = await start();
      const { first, other, again } = running;
      await first.create('x', record('one'), how);
      expect(await first.remove('x')).toBe(true);
      await other.create('x', record('two'), how);
      expect(await again()).toBe(1);
      expect(await other.claim('x', 0)).toMatchObject({ state: 'two' });
    });

    test('does not take back what it claimed', async () => {
      await using running = await start();
      const { first, other, again } = running;
      await first.create('x', record('one'), how);
      const { token, sequence: before } = (await first.claim('x', 0)) ?? none;
      const there = (await other.claim('x', 0)) ?? none;
      const sequence = before + 1;
      expect(await other.save('x', there.token, { before, sequence }, record('two'))).toBe('ok');
      await again();
      expect(await first.save('x', token, { before, sequence }, record('three'))).toBe('refused');
      expect(await other.claim('x', 0)).toMatchObject({ state: 'two' });
    });

    test('saves nothing over a later save', async () => {
      await using running = await start();
      const { first, other, again } = running;
      const created = await first.create('x', record('one'), how);
      const token = 'token' in created ? created.token : '';
      await first.save('x', token, { before: 1, sequence: 2 }, record('two'));
      await other.save('x', token, { before: 2, sequence: 3 }, record('three'));
      expect(await again()).toBe('refused');
      expect(await other.claim('x', 0)).toMatchObject({ state: 'three' });
    });
  },
);
