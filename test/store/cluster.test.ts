import { afterAll, beforeAll, expect, test } from 'vitest';
import { placed } from '../helpers/an-environment.ts';
import { openFleet, sendTo } from './fleet.ts';
import { freePort, startValkey, type TestValkey } from './start-valkey.ts';

let nodes: readonly TestValkey[] = [];

/** Three nodes without replicas, with a third of the slots each. */
beforeAll(async () => {
  const start = async () =>
    startValkey(['--cluster-enabled', 'yes', '--cluster-port', `${await freePort()}`]);
  nodes = [await start(), await start(), await start()];
  const [first, ...others] = nodes;
  const ranges = [
    [0, 5_460],
    [5_461, 10_922],
    [10_923, 16_383],
  ];
  nodes.forEach((node, at) => {
    node.command('CLUSTER', 'ADDSLOTSRANGE', ...(ranges[at] ?? []).map(String));
  });
  for (const { port, command } of others) {
    const bus = command('CONFIG', 'GET', 'cluster-port').trim().split('\n')[1];
    first?.command('CLUSTER', 'MEET', '127.0.0.1', `${port}`, `${bus}`);
  }
  for (const node of nodes)
    while (!node.command('CLUSTER', 'INFO').includes('cluster_state:ok'))
      await new Promise((resolve) => setTimeout(resolve, 50));
}, 60_000);

afterAll(async () => {
  for (const node of nodes) await node[Symbol.asyncDispose]();
});

const orders = [placed(1n), placed(2n)];

test('the environments of simulators are in the slots of a cluster, each in one', async () => {
  await using fleet = await openFleet(nodes[0]?.address('slots') ?? '', 2, { orders });
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
  const counts = nodes.map((node) => Number(node.command('DBSIZE')));
  expect(counts.every((count) => count > 0)).toBe(true);
  for (const name of names.slice(2)) await fleet.control(0).environment(name).delete();
  expect(await fleet.control(1).environments()).toHaveLength(2);
});
