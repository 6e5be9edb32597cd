import { expect, test } from 'vitest';
import type { StoreEvent } from '../../src/index.ts';
import { connectSharedStore } from '../../src/simulator/environment/shared/shared-store.ts';
import { findPrimary } from '../../src/simulator/orders/valkey/find-primary.ts';
import { readStoreAddress } from '../../src/simulator/orders/valkey/store-address.ts';
import { placed } from '../helpers/an-environment.ts';
import { openFleet, sendTo, until } from './fleet.ts';
import { startSentinel, startValkey } from './start-valkey.ts';

const list = '/v1/store/orders';

test('after a failover by Sentinel, simulators find the new primary and serve nothing until a reset', async () => {
  await using primary = await startValkey();
  await using replica = await startValkey(['--replicaof', '127.0.0.1', `${primary.port}`]);
  while (!replica.command('INFO', 'replication').includes('master_link_status:up'))
    await new Promise((resolve) => setTimeout(resolve, 50));
  await using sentinel = await startSentinel(primary.port);
  // A Sentinel without users refuses one, and the primary gets it.
  const asked = readStoreAddress(`valkey://me:secret@127.0.0.1:${sentinel.port}?sentinel=primary`);
  expect(await findPrimary({ ...asked, ca: undefined })).toBe(`redis://me:secret@127.0.0.1:${primary.port}`);
  await expect(connectSharedStore(replica.address())).rejects.toThrow('cannot be used: it is a replica');
  const events: StoreEvent[] = [];
  await using fleet = await openFleet(
    `valkey://127.0.0.1:1?sentinel=primary&node=127.0.0.1:${sentinel.port}&timeout=1000`,
    2,
    { orders: [placed(1n), placed(2n)], onStore: (event) => void events.push(event) },
  );
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
  await primary.kill();
  expect((await fleet.send('GET', list)).status).toBe(503);
  for (const { controlUrl } of fleet.all) await until(200, () => fetch(`${controlUrl}/readyz`));
  expect(replica.command('INFO', 'replication')).toContain('role:master');
  for (const one of fleet.all) expect((await sendTo(one, 'DELETE', `${list}/1`)).status).toBe(503);
  await fleet.control(0).environment('production').reset();
  for (const one of fleet.all) expect((await sendTo(one, 'GET', list)).status).toBe(200);
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
  const server = `127.0.0.1:${primary.port}`;
  expect(events.filter(({ kind }) => kind === 'lost')).toMatchObject([{ server }, { server }]);
  expect(events.filter(({ kind }) => kind === 'back')).toMatchObject(
    [1, 2].map(() => ({ server: `127.0.0.1:${replica.port}` })),
  );
});
