import { afterAll, beforeAll, expect, test } from 'vitest';
import { placed } from '../helpers/an-environment.ts';
import { testKey } from '../helpers/open-test-simulator.ts';
import { openFleet, sendTo } from './fleet.ts';
import { startCluster, type TestCluster } from './start-cluster.ts';
import type { TestValkey } from './start-valkey.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startCluster(false);
}, 60_000);

afterAll(() => cluster[Symbol.asyncDispose]());

const orders = [placed(1n), placed(2n)];

test('the environments of simulators are in the slots of a cluster, each in one', async () => {
  await using fleet = await openFleet(cluster.nodes[0]?.address('slots') ?? '', 2, { orders });
  const names = ['production', 'staging', ...Array.from({ length: 8 }, (_, at) => `cart-${at}`)];
  for (const [at, name] of names.slice(2).entries())
    await fleet.control(at).createEnvironment({ name, apiKeys: ['test-api-key'] });
  for (const name of names) {
    const base = name === 'production' ? '/v1' : `/${name}/v1`;
    const key = name === 'staging' ? 'test-staging-key' : 'test-api-key';
    const lists = await Promise.all(fleet.all.map((one) => sendTo(one, 'GET', `${base}/store/orders`, key)));
    expect([name, ...lists.map(({ status }) => status)]).toEqual([name, 200, 200]);
    expect(lists[0]?.body).toBe(lists[1]?.body);
  }
  expect((await fleet.send('DELETE', '/v1/store/orders/1')).status).toBe(204);
  expect((await fleet.send('DELETE', '/v1/store/orders/1')).status).toBe(409);
  expect(await fleet.control(1).environments()).toHaveLength(names.length);
  const counts = cluster.nodes.map((node) => Number(node.command('DBSIZE')));
  expect(counts.every((count) => count > 0)).toBe(true);
  for (const name of names.slice(2)) await fleet.control(0).environment(name).delete();
  expect(await fleet.control(1).environments()).toHaveLength(2);
});

test('while a slot moves to another node, its environment gets 503 until a reset, and the others of both nodes are untouched', async () => {
  await using fleet = await openFleet(cluster.nodes[0]?.address('moves') ?? '', 2, { orders });
  const slot = `${cluster.slotOf('production')}`;
  const from = cluster.ownerOf('production');
  const to = cluster.nodes.find((node) => node !== from);
  const [idFrom, idTo] = [from, to].map((node) => node?.command('CLUSTER', 'MYID').trim() ?? '');
  const neighbours = [from, to].map((node) => neighbourOn(node, slot));
  for (const name of neighbours) await fleet.control(0).createEnvironment({ name, apiKeys: [testKey] });
  const untouched = async () => {
    for (const name of neighbours)
      for (const one of fleet.all)
        expect((await sendTo(one, 'GET', `/${name}/v1/store/orders`)).status).toBe(200);
  };
  const stopped = async () => {
    for (const one of fleet.all) {
      const { status, body } = await sendTo(one, 'DELETE', '/v1/store/orders/1');
      expect([status, JSON.parse(body).code]).toEqual([503, 'store_unavailable']);
    }
    await untouched();
  };
  expect((await fleet.send('DELETE', '/v1/store/orders/1')).status).toBe(204);

  to?.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', idFrom ?? '');
  from.command('CLUSTER', 'SETSLOT', slot, 'MIGRATING', idTo ?? '');
  await stopped();
  const [first = '', ...rest] = from.command('CLUSTER', 'GETKEYSINSLOT', slot, '100').trim().split('\n');
  const move = (keys: readonly string[]) =>
    from.command('MIGRATE', '127.0.0.1', `${to?.port}`, '', '0', '5000', 'KEYS', ...keys);
  move([first]);
  await stopped();
  move(rest);
  await stopped();
  for (const node of cluster.nodes) node.command('CLUSTER', 'SETSLOT', slot, 'NODE', idTo ?? '');
  await stopped();
  await expect(fleet.control(0).environment('production').show()).rejects.toThrow(/reset it with POST/);

  await fleet.control(1).environment('production').reset();
  const again = await Promise.all(
    Array.from({ length: 6 }, () => fleet.send('DELETE', '/v1/store/orders/1')),
  );
  expect(again.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409]);
  await untouched();
});

test('while two nodes each name the other as that of a slot, its environments get 503', async () => {
  await using fleet = await openFleet(cluster.nodes[0]?.address('circle') ?? '', 1, { orders });
  const owner = cluster.ownerOf('circle');
  const other =
    cluster.nodes
      .find((node) => node !== owner)
      ?.command('CLUSTER', 'MYID')
      .trim() ?? '';
  owner.command('CLUSTER', 'SETSLOT', `${cluster.slotOf('circle')}`, 'NODE', other);
  await expect(fleet.control(0).createEnvironment({ name: 'circle' })).rejects.toMatchObject({
    status: 503,
    code: 'store_unavailable',
    message: 'The nodes of the shared store disagree on who has a slot.',
  });
});

/** The name of an environment on a node, in another slot. */
function neighbourOn(node: TestValkey | undefined, slot: string): string {
  const names = Array.from({ length: 1_000 }, (_, at) => `cart-${at}`);
  const found = names.find((name) => cluster.ownerOf(name) === node && `${cluster.slotOf(name)}` !== slot);
  if (found === undefined) throw new Error('the node has no slot of a name');
  return found;
}
