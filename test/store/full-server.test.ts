import { expect, test } from 'vitest';
import type { StoreEvent } from '../../src/index.ts';
import { connectSharedStore } from '../../src/simulator/environment/shared/shared-store.ts';
import { placed } from '../helpers/an-environment.ts';
import { testKey } from '../helpers/open-test-simulator.ts';
import { openFleet, sendTo } from './fleet.ts';
import { startValkey } from './start-valkey.ts';

const orders = [placed(1n), placed(2n), placed(3n)];
const list = '/v1/store/orders';

test('in a server without memory, no request changes anything, environments can be looked at and deleted, and later all works', async () => {
  await using valkey = await startValkey();
  const events: StoreEvent[] = [];
  const onStore = (event: StoreEvent) => void events.push(event);
  await using fleet = await openFleet(valkey.address('no-room'), 2, { orders, onStore });
  await fleet.control(0).createEnvironment({ name: 'cart', apiKeys: [testKey] });
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
  const before = valkey.command('DUMP', 'no-room:{production}:meta');
  valkey.command('CONFIG', 'SET', 'maxmemory', '100kb');

  for (const one of fleet.all)
    for (const [method, path] of [
      ['DELETE', `${list}/1`],
      ['DELETE', `${list}/2`],
      ['GET', list],
    ] as const) {
      const { status, body } = await sendTo(one, method, path);
      expect([status, JSON.parse(body).code]).toEqual([503, 'store_unavailable']);
    }
  const [first, second] = [0, 1].map((at) => fleet.control(at).environment('production'));
  await expect(first?.orders.put(9n, {})).rejects.toThrow(/The shared store refuses: OOM/);
  await expect(first?.faults.add({ kind: 'reset' })).rejects.toMatchObject({ status: 503 });
  await expect(second?.reset()).rejects.toMatchObject({ status: 503 });
  expect(valkey.command('DUMP', 'no-room:{production}:meta')).toBe(before);
  for (const environment of [first, second]) {
    expect((await environment?.orders.list())?.map(({ status }) => status)).toEqual([
      'cancelled',
      'pending',
      'pending',
    ]);
    expect((await environment?.journal.find())?.exchanges).toHaveLength(1);
  }
  await fleet.control(1).environment('cart').delete();
  expect(await fleet.control(0).environments()).toHaveLength(2);
  expect(events).toEqual([]);

  valkey.command('CONFIG', 'SET', 'maxmemory', '0');
  const sent = await Promise.all(Array.from({ length: 6 }, () => fleet.send('DELETE', `${list}/2`)));
  expect(sent.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409]);
});

test('a simulator does not start with a server that has no memory for its functions', async () => {
  await using valkey = await startValkey(['--maxmemory', '100kb']);
  await expect(connectSharedStore(valkey.address())).rejects.toThrow(
    /cannot be used: OOM command not allowed/,
  );
});

test('a server that evicts keys when it is full is refused', async () => {
  await using valkey = await startValkey(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru']);
  await expect(connectSharedStore(valkey.address())).rejects.toThrow(
    /cannot be used: it evicts keys when it is full; set its maxmemory-policy to noeviction/,
  );
  valkey.command('CONFIG', 'SET', 'maxmemory', '0');
  (await connectSharedStore(valkey.address())).close();
});
