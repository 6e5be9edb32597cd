import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineClock } from '../../src/clock.ts';
import { Registry } from '../../src/simulator/environment/shared/registry.ts';
import { SharedEnvironment } from '../../src/simulator/environment/shared/shared-environment.ts';
import { connectValkey } from '../../src/simulator/orders/valkey/connect-valkey.ts';
import { readStoreAddress } from '../../src/simulator/orders/valkey/store-address.ts';
import type { ValkeyLink } from '../../src/simulator/orders/valkey/valkey-link.ts';
import { aState, placed } from '../helpers/an-environment.ts';
import { controlToken } from '../helpers/open-test-simulator.ts';
import { openFleet } from './fleet.ts';
import { startValkey, type TestValkey } from './start-valkey.ts';

let valkey: TestValkey;
let link: ValkeyLink;

beforeAll(async () => {
  valkey = await startValkey();
  const options = { pause: machineClock.sleep, report: () => undefined };
  link = await connectValkey(readStoreAddress(valkey.address('bounds')), options);
});

afterAll(async () => {
  link.close();
  await valkey[Symbol.asyncDispose]();
});

const list = '/v1/store/orders';
const orders = Array.from({ length: 80 }, (_, at) => placed(BigInt(at + 1)));
const registry = () => new Registry(link, machineClock, 2);

function environment(name: string): SharedEnvironment {
  const context = {
    link,
    machine: machineClock,
    journalSize: 1,
    keyOwner: () => undefined,
    registry: registry(),
  };
  return new SharedEnvironment({ name, apiKeys: [], seed: '1', gaps: {}, machine: machineClock }, context);
}

test('there are at most as many environments as the simulators allow, and one that ended makes room', async () => {
  const start = (name: string) => environment(name).start(aState(), 'any');
  expect([await start('a'), await start('b'), await start('c'), await start('a')]).toEqual([
    'created',
    'created',
    'too-many',
    'replaced',
  ]);
  // It ended without leaving the names, as by its time to live.
  valkey.command('DEL', 'bounds:{a}:meta');
  expect(await start('c')).toBe('created');
  expect(await registry().names()).toEqual(['b', 'c']);
  for (const name of ['b', 'c']) expect(await environment(name).remove()).toBe(true);
});

test('an environment that another process has removed is not created again by a reset', async () => {
  const one = environment('removed');
  await one.start(aState(), 'any');
  await environment('removed').remove();
  await expect(one.reset()).rejects.toThrow('reset during the request');
  expect(valkey.command('KEYS', 'bounds:{removed}:*').trim()).toBe('');
});

test('the journal has its size, and only the bodies of its exchanges', async () => {
  const gaps = { 'cancelled-in-list': 'remove' };
  await using fleet = await openFleet(valkey.address('journal'), 2, { orders, gaps, journalSize: 3 });
  const { journal } = fleet.control(0).environment('production');
  for (const { order } of orders) {
    expect((await fleet.send('DELETE', `${list}/${order.id}`)).status).toBe(204);
    expect((await fleet.send('GET', list)).status).toBe(200);
    const { exchanges } = await journal.find({ operation: 'listOrders' });
    for (const { answer } of exchanges) expect(answer?.body).toBeDefined();
  }
  // Two for each exchange, and 64, before those of older exchanges are removed.
  expect(Number(valkey.command('HLEN', 'journal:{production}:bodies'))).toBeLessThanOrEqual(70);
  for (let id = 1; id <= 5; id++) await fleet.send('DELETE', `${list}/${id}`);
  expect((await journal.find()).exchanges.map(({ number }) => number)).toEqual([165, 164, 163]);
});

test('without a journal, nothing of an exchange is in the store', async () => {
  await using fleet = await openFleet(valkey.address('none'), 2, { orders, journalSize: 0 });
  for (let at = 0; at < 4; at++) expect((await fleet.send('GET', list)).status).toBe(200);
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
  expect(valkey.command('EXISTS', 'none:{production}:journal', 'none:{production}:bodies').trim()).toBe('0');
});

test('a name that no environment can have is not looked for in the store', async () => {
  await using fleet = await openFleet(valkey.address('names'), 1, { orders });
  const headers = { Authorization: `Bearer ${controlToken}` };
  const calls = () => Number(/cmdstat_fcall:calls=(\d+)/.exec(valkey.command('INFO', 'commandstats'))?.[1]);
  const before = calls();
  const response = await fetch(`${fleet.all[0]?.controlUrl}/environments/No}such/clock`, { headers });
  expect([response.status, calls()]).toEqual([404, before]);
});

test('functions that were removed from the server are loaded again', async () => {
  await using fleet = await openFleet(valkey.address('flushed'), 1, { orders });
  valkey.command('FUNCTION', 'FLUSH');
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(503);
  while ((await fleet.send('GET', list)).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
});

test('a cancel that is refused leaves nothing in the store', async () => {
  await using fleet = await openFleet(valkey.address('refused'), 2, { orders });
  await fleet.control(0).environment('production').orders.ship(1n);
  expect((await fleet.send('DELETE', `${list}/2`)).status).toBe(204);
  for (const id of [1, 1, 2, 2]) expect((await fleet.send('DELETE', `${list}/${id}`)).status).toBe(409);
  expect(valkey.command('LLEN', 'refused:{production}:log').trim()).toBe('2');
  expect(valkey.command('HMGET', 'refused:{production}:status', '1', '2').trim().split('\n')).toEqual([
    's',
    'c',
  ]);
});

test('a key that one simulator revokes is refused for the next message through another', async () => {
  await using fleet = await openFleet(valkey.address('revoked'), 2, { orders });
  const { keys } = fleet.control(0).environment('production');
  const added = await keys.add({ key: 'key-to-revoke' });
  const send = async () => {
    const headers = { Authorization: 'Bearer key-to-revoke', 'Content-Type': 'application/json' };
    const url = `${fleet.all[1]?.serviceOrigin}/quickstart/messages`;
    return (await fetch(url, { method: 'POST', headers, body: '{"message":"hello"}' })).status;
  };
  expect(await send()).toBeLessThan(300);
  await keys.revoke(added.id);
  expect(await send()).toBe(401);
});

test('simulators with different prefixes share nothing', async () => {
  await using one = await openFleet(valkey.address('one'), 1, { orders });
  await using other = await openFleet(valkey.address('other'), 1, { orders });
  await one.control(0).createEnvironment({ name: 'cart' });
  const names = valkey.command('ZRANGE', 'other:environments', '0', '-1').trim().split('\n');
  expect(names).toEqual(['production', 'staging']);
  expect((await one.send('DELETE', `${list}/1`)).status).toBe(204);
  expect((await other.send('DELETE', `${list}/1`)).status).toBe(204);
});
