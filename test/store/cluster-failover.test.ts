import { expect, test } from 'vitest';
import type { StoreEvent } from '../../src/index.ts';
import { placed } from '../helpers/an-environment.ts';
import { testKey } from '../helpers/open-test-simulator.ts';
import { openFleet, sendTo, until } from './fleet.ts';
import { startCluster, untilSays } from './start-cluster.ts';

const orders = [placed(1n), placed(2n), placed(3n)];
const list = '/v1/store/orders';

test.each([
  ['the others are served all the time', 'no', [200]],
  ['the others are served as soon as all slots are', 'yes', [200, 503]],
])(
  'after the primary of its slot was killed, an environment gets 503 until a reset; %s with full coverage: %s',
  async (_, coverage, meanwhile) => {
    await using cluster = await startCluster(true, ['--cluster-require-full-coverage', coverage]);
    const killed = cluster.ownerOf('production');
    const replica = cluster.replicas[cluster.nodes.indexOf(killed)];
    const others = cluster.nodes.filter((node) => node !== killed);
    const names = others.map((node) => nameOn((name) => cluster.ownerOf(name) === node));
    const events: StoreEvent[] = [];
    const address = `${killed.address('failover')}&node=127.0.0.1:${others[0]?.port}`;
    const options = { orders, onStore: (event: StoreEvent) => void events.push(event) };
    await using fleet = await openFleet(address, 2, options);
    /** Sends a request to each of the other environments through each simulator. */
    const sendToOthers = async (method: 'GET' | 'DELETE', path: string) => {
      const sent = names.flatMap((name) =>
        fleet.all.map((one) => sendTo(one, method, `/${name}/v1/store/orders${path}`)),
      );
      return [...new Set((await Promise.all(sent)).map(({ status }) => status))];
    };
    for (const name of names) {
      const scenario = { orders: [{ id: 1n }, { id: 2n }] };
      await fleet.control(0).createEnvironment({ name, apiKeys: [testKey], scenario });
      expect((await fleet.send('DELETE', `/${name}/v1/store/orders/1`)).status).toBe(204);
    }
    expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
    killed.command('WAIT', '1', '1000');

    await killed.kill();
    while (!replica?.command('INFO', 'replication').includes('role:master')) {
      expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(503);
      for (const status of await sendToOthers('GET', '')) expect(meanwhile).toContain(status);
    }
    for (const node of others) await untilSays(node, ['CLUSTER', 'INFO'], 'cluster_state:ok');
    expect(await sendToOthers('DELETE', '/1')).toEqual([409]);
    for (const { controlUrl } of fleet.all) await until(200, () => fetch(`${controlUrl}/readyz`));
    for (const method of ['GET', 'DELETE'] as const)
      for (const one of fleet.all)
        expect((await sendTo(one, method, method === 'GET' ? list : `${list}/1`)).status).toBe(503);
    const production = fleet.control(1).environment('production');
    await expect(production.show()).rejects.toThrow(/reset it with POST/);

    await production.reset();
    const again = await Promise.all(Array.from({ length: 6 }, () => fleet.send('DELETE', `${list}/1`)));
    expect(again.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409]);
    expect(replica?.command('KEYS', 'failover:{production}:meta')).toContain('production');
    expect(new Set(events.map(({ server }) => server))).toEqual(new Set([`127.0.0.1:${killed.port}`]));
    // A simulator that starts finds the cluster by its other node, and the environments as they are.
    await using late = await openFleet(address, 1, options);
    expect((await late.send('DELETE', `${list}/1`)).status).toBe(409);

    // The node that was killed is a replica of the one that took its place, and can take it back.
    await killed.restart();
    await untilSays(killed, ['INFO', 'replication'], 'master_link_status:up');
    killed.command('CLUSTER', 'FAILOVER', 'TAKEOVER');
    await untilSays(killed, ['INFO', 'replication'], 'role:master');
    for (const node of [killed, ...others]) await untilSays(node, ['CLUSTER', 'INFO'], 'cluster_state:ok');
    const messageOf = () => production.show().catch(({ message }) => message);
    while (!`${await messageOf()}`.includes('reset it with POST')) await fleet.send('GET', list);
    await production.reset();
    for (const one of [...fleet.all, ...late.all]) await until(200, () => sendTo(one, 'GET', list));
    expect(await sendToOthers('DELETE', '/1')).toEqual([409]);
  },
);

function nameOn(isThere: (name: string) => boolean): string {
  const found = Array.from({ length: 1_000 }, (_, at) => `cart-${at}`).find(isThere);
  if (found === undefined) throw new Error('the node has no slot of a name');
  return found;
}
