import { afterAll, beforeAll, expect, test } from 'vitest';
import { placed } from '../helpers/an-environment.ts';
import { createHandClock } from '../helpers/hand-clock.ts';
import { controlToken } from '../helpers/open-test-simulator.ts';
import { openFleet, sendTo } from './fleet.ts';
import { startValkey, type TestValkey } from './start-valkey.ts';

let valkey: TestValkey;

beforeAll(async () => {
  valkey = await startValkey();
});

afterAll(() => valkey[Symbol.asyncDispose]());

const orders = Array.from({ length: 20 }, (_, at) => placed(BigInt(at + 1)));

test('one of many concurrent cancels through three replicas succeeds, for each order', async () => {
  await using fleet = await openFleet(valkey.address(), 3, { orders });
  for (const { order } of orders) {
    const path = `/v1/store/orders/${order.id}`;
    const sent = await Promise.all(Array.from({ length: 12 }, () => fleet.send('DELETE', path)));
    const statuses = sent.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array.from({ length: 11 }, () => 409)]);
  }
});

test('a cancel through one replica is in the next list through every other', async () => {
  await using fleet = await openFleet(valkey.address(), 3, {
    orders,
    gaps: { 'cancelled-in-list': 'remove' },
  });
  for (let left = orders.length - 1; left > 10; left--) {
    expect((await fleet.send('DELETE', `/v1/store/orders/${left + 1}`)).status).toBe(204);
    for (const one of fleet.all) {
      const { body } = await sendTo(one, 'GET', '/v1/store/orders');
      expect(JSON.parse(body)).toHaveLength(left);
    }
  }
});

test('replicas respond with the same bytes for each profile, as one process does', async () => {
  const options = { orders, profile: 'vary', seed: '7' } as const;
  await using one = await openFleet(valkey.address(), 1, options);
  await using three = await openFleet(valkey.address(), 3, options);
  for (let at = 0; at < 40; at++) {
    const path = at % 3 === 0 ? '/v1/store/orders' : `/v1/store/orders/${at}`;
    const method = at % 3 === 1 ? 'DELETE' : 'GET';
    expect(await three.send(method, path)).toEqual(await one.send(method, path));
  }
});

test('a fault with times: 1 fires once in the fleet', async () => {
  await using fleet = await openFleet(valkey.address(), 3, { orders });
  const environment = fleet.control(0).environment('production');
  await environment.faults.add({ id: 'once', kind: 'status', status: 503, times: 1 });
  const sent = await Promise.all(Array.from({ length: 30 }, () => fleet.send('GET', '/v1/store/orders')));
  expect(sent.filter(({ status }) => status === 503)).toHaveLength(1);
  const [fault] = await fleet.control(2).environment('production').faults.list();
  expect([fault?.fired, fault?.ended]).toEqual([1, true]);
});

test('a rate limit counts the requests of all replicas', async () => {
  await using fleet = await openFleet(valkey.address(), 3, {
    orders,
    clock: { at: 1_000_000, frozen: true },
    faults: [{ kind: 'rate-limit', requests: 5 }],
  });
  const sent = await Promise.all(Array.from({ length: 20 }, () => fleet.send('GET', '/v1/store/orders')));
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(5);
});

test('every replica verifies the exchanges of all', async () => {
  await using fleet = await openFleet(valkey.address(), 3, { orders });
  for (const id of [1, 1, 2]) await fleet.send('DELETE', `/v1/store/orders/${id}`);
  for (const at of [0, 1, 2]) {
    const { journal } = fleet.control(at).environment('production');
    const result = await journal.verify([
      { check: 'cancelled', orderId: 1n, times: 1 },
      { check: 'cancelled', orderId: 2n, times: 1 },
      { check: 'nothing-else-changed' },
      { check: 'no-request-without-key' },
      { check: 'retried', orderId: 1n, atMost: 1 },
      { check: 'no-notes' },
    ]);
    expect(result.checks.filter(({ passed }) => !passed)).toEqual([]);
  }
  const shown = await fleet.control(1).environment('production').journal.find();
  expect(shown.exchanges.map(({ number, answer }) => [number, answer?.status])).toEqual([
    [3, 204],
    [2, 409],
    [1, 204],
  ]);
});

test('after the journal was cleared, the body of a list is in it again', async () => {
  await using fleet = await openFleet(valkey.address(), 2, { orders });
  const { journal } = fleet.control(1).environment('production');
  const listed = async () => {
    const { body } = await sendTo(fleet.all[0], 'GET', '/v1/store/orders');
    const [exchange] = (await journal.find()).exchanges;
    expect(exchange?.answer?.body).toMatchObject({ length: body.length });
  };
  await listed();
  await listed();
  await journal.clear();
  await listed();
});

test('a wait for the journal ends with an exchange of another replica', async () => {
  await using fleet = await openFleet(valkey.address(), 2, { orders });
  const waiting = fleet.control(0).environment('production').journal.wait({ operation: 'cancelOrder' });
  await sendTo(fleet.all.at(-1), 'DELETE', '/v1/store/orders/1');
  expect(await waiting).toMatchObject({ reached: true, count: 1 });
});

test('keys, choices and the clock change for all replicas at once', async () => {
  await using fleet = await openFleet(valkey.address(), 3, { orders });
  const environment = fleet.control(0).environment('production');
  await environment.keys.add({ key: 'another-key' });
  for (const one of fleet.all)
    expect((await sendTo(one, 'GET', '/v1/store/orders', 'another-key')).status).toBe(200);
  await environment.setProfile({ gaps: { 'unknown-path': 'unauthorized-first' } });
  for (const one of fleet.all) expect((await sendTo(one, 'GET', '/v1/x', 'wrong')).status).toBe(401);
  const { now } = await environment.changeClock({ frozen: true, set: '2030-01-01T00:00:00Z' });
  for (const at of [0, 1, 2])
    expect((await fleet.control(at).environment('production').clock()).now).toBe(now);
});

test('orders ship once, at their time, through any replica', async () => {
  await using fleet = await openFleet(valkey.address(), 3, {
    orders,
    clock: { at: 1_000_000, frozen: true },
    ships: [
      { kind: 'after', orderId: 1n, afterMs: 10_000 },
      { kind: 'after-lists', orderId: 2n, lists: 2 },
    ],
  });
  await fleet.control(0).environment('production').changeClock({ advance: '10s' });
  expect((await fleet.send('DELETE', '/v1/store/orders/1')).status).toBe(409);
  for (let at = 0; at < 2; at++) await fleet.send('GET', '/v1/store/orders');
  expect((await fleet.send('DELETE', '/v1/store/orders/2')).status).toBe(409);
  const shipped = await fleet.control(2).environment('production').orders.list('shipped');
  expect(shipped.map(({ id }) => id)).toEqual([1n, 2n]);
});

test('a reset and a load are one instant for all replicas', async () => {
  await using fleet = await openFleet(valkey.address(), 3, { orders });
  await Promise.all(orders.map(({ order }) => fleet.send('DELETE', `/v1/store/orders/${order.id}`)));
  await fleet.control(1).environment('production').reset();
  const again = await Promise.all(
    orders.map(({ order }) => fleet.send('DELETE', `/v1/store/orders/${order.id}`)),
  );
  expect(again.filter(({ status }) => status !== 204)).toEqual([]);
  await fleet.control(2).environment('production').load('pending');
  const lists = await Promise.all(fleet.all.map((one) => sendTo(one, 'GET', '/v1/store/orders')));
  expect(new Set(lists.map(({ body }) => body)).size).toBe(1);
  expect((await fleet.control(0).environment('production').show()).scenario).toBe('pending');
});

test('an environment that one replica creates exists for all, until one deletes it', async () => {
  await using fleet = await openFleet(valkey.address(), 3, { orders });
  const { apiKey } = await fleet.control(0).createEnvironment({ name: 'cart', scenario: 'mixed' });
  for (const one of fleet.all)
    expect((await sendTo(one, 'GET', '/cart/v1/store/orders', apiKey)).status).toBe(200);
  const names = (await fleet.control(1).environments()).map(({ name }) => name);
  expect(names).toEqual(['production', 'staging', 'cart']);
  await fleet.control(2).environment('cart').delete();
  for (const one of fleet.all)
    expect((await sendTo(one, 'GET', '/cart/v1/store/orders', apiKey)).status).toBe(404);
});

test('an environment with a time to live ends for all replicas, and leaves nothing in the store', async () => {
  const machine = createHandClock();
  await using fleet = await openFleet(valkey.address('ttl'), 2, { orders, machine });
  const { apiKey } = await fleet.control(0).createEnvironment({ name: 'brief', ttl: '1m' });
  const { expiresAt } = await fleet.control(0).environment('brief').show();
  const list = () => fleet.send('GET', '/brief/v1/store/orders', apiKey);
  expect((await list()).status).toBe(200);
  await fleet.control(1).environment('brief').reset();
  expect((await fleet.control(1).environment('brief').show()).expiresAt).toBe(expiresAt);
  machine.advance(60_000);
  expect([(await list()).status, (await list()).status]).toEqual([404, 404]);
  expect(valkey.command('KEYS', 'ttl:{brief}:*').trim()).toBe('');
  expect((await fleet.control(0).environments()).map(({ name }) => name)).toEqual(['production', 'staging']);
});

test('ids of messages are different in all replicas', async () => {
  await using fleet = await openFleet(valkey.address(), 3, { orders });
  const headers = { Authorization: 'Bearer test-api-key', 'Content-Type': 'application/json' };
  const ids = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(async (turn) => {
      const url = `${fleet.all[turn % 3]?.serviceOrigin}/quickstart/messages`;
      const response = await fetch(url, { method: 'POST', headers, body: '{"message":"hello"}' });
      return ((await response.json()) as { id: string }).id;
    }),
  );
  expect(new Set(ids).size).toBe(6);
});

test('what cannot be shared is refused by name', async () => {
  await using fleet = await openFleet(valkey.address(), 2, { orders });
  const environment = fleet.control(0).environment('production');
  await expect(environment.faults.add({ kind: 'stale-list' })).rejects.toThrow(/501|stale list/);
  expect(await environment.faults.list()).toEqual([]);
  const planned = await fetch(`${fleet.all[0]?.controlUrl}/matrix/plan`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect([planned.status, (await planned.json()) as object]).toMatchObject([501, { code: 'not_shared' }]);
  await expect(environment.gates.open({})).rejects.toThrow('A hold stops only requests');
});

test('a simulator that starts again continues with the state of the store', async () => {
  const address = valkey.address();
  {
    await using fleet = await openFleet(address, 1, { orders });
    expect((await fleet.send('DELETE', '/v1/store/orders/7')).status).toBe(204);
  }
  await using fleet = await openFleet(address, 1, { orders: [] });
  expect((await fleet.send('DELETE', '/v1/store/orders/7')).status).toBe(409);
  expect((await fleet.send('DELETE', '/v1/store/orders/8')).status).toBe(204);
});

test('the store contains no API key', async () => {
  await using fleet = await openFleet(valkey.address('secrets'), 1, {
    orders,
    apiKeys: new Map([['production', ['key-of-the-scenario']]]),
  });
  const environment = fleet.control(0).environment('production');
  await environment.keys.add({ key: 'key-of-a-test' });
  for (const key of ['test-api-key', 'key-of-the-scenario', 'key-of-a-test', 'wrong-but-secret'])
    await sendTo(fleet.all[0], 'GET', `/v1/store/orders?k=${key}`, key);
  const names = valkey.command('KEYS', 'secrets:*').trim().split('\n');
  expect(names.length).toBeGreaterThan(5);
  const dump = names.map((name) => Buffer.from(valkey.command('DUMP', name)).toString('latin1')).join();
  const journal = valkey.command('XRANGE', 'secrets:{production}:journal', '-', '+');
  expect(journal).toContain('<redacted>');
  const all = dump + journal + valkey.command('HVALS', 'secrets:{production}:bodies');
  const meta = ['settings', 'live'].map((field) =>
    valkey.command('HGET', 'secrets:{production}:meta', field),
  );
  const decoded = meta.map((text) => Buffer.from(text, 'base64').toString('latin1')).join();
  expect(decoded).toContain('seed');
  for (const key of ['test-api-key', 'key-of-the-scenario', 'key-of-a-test', 'wrong-but-secret'])
    expect(all + decoded).not.toContain(key);
});
