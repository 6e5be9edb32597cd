import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createHandClock } from '../../support/hand-clock.ts';
import { controlToken, openTestSimulator, type TestSimulator } from '../../support/open-test-simulator.ts';

/** Calls a route of production with a JSON body; returns the status, and the code and message of a refusal. */
async function send(simulator: TestSimulator, method: string, path: string, body?: unknown) {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  const url = `${simulator.controlUrl}/environments${path}`;
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { code, message } = JSON.parse(await response.text());
  return response.ok ? response.status : { status: response.status, code, message };
}

function limitReached(message: string) {
  return { status: 409, code: 'limit_reached', message };
}

const badRequest = { status: 400, code: 'bad_request', message: expect.stringContaining('at most') };

test('an environment has at most 1000 faults', async () => {
  await using simulator = await openTestSimulator();
  const faults = Array.from({ length: 1_001 }, () => ({ kind: 'reset' }));
  expect(await send(simulator, 'PUT', '/production/faults', { faults })).toEqual(badRequest);
  expect(await send(simulator, 'PUT', '/production/faults', { faults: faults.slice(1) })).toBe(200);
  expect(await send(simulator, 'POST', '/production/faults', faults[0])).toEqual(
    limitReached('There are 1000 faults, which is the maximum; delete some.'),
  );
  expect(await send(simulator, 'DELETE', '/production/faults/fault-1')).toBe(200);
  expect(await send(simulator, 'POST', '/production/faults', faults[0])).toBe(201);
  expect(await send(simulator, 'PUT', '/x', { scenario: { faults } })).toEqual(badRequest);
});

test('an environment has at most 1000 holds', async () => {
  await using simulator = await openTestSimulator({ machine: createHandClock() });
  const { holds } = simulator.environments.production.state;
  for (let at = 0; at < 1_000; at++) holds.open({});
  expect(await send(simulator, 'POST', '/production/holds', {})).toEqual(
    limitReached('There are 1000 holds, which is the maximum; delete some.'),
  );
  await holds.close('gate-1');
  expect(await send(simulator, 'POST', '/production/holds', {})).toBe(201);
});

test('an environment has at most 100 keys', async () => {
  await using simulator = await openTestSimulator();
  const keys = Array.from({ length: 101 }, (_, at) => ({ key: `key-of-test-${at}` }));
  expect(await send(simulator, 'PUT', '/production/keys', { keys })).toEqual(badRequest);
  expect(await send(simulator, 'PUT', '/x', { apiKeys: keys.map(({ key }) => key) })).toEqual(badRequest);
  expect(await send(simulator, 'PUT', '/production/keys', { keys: keys.slice(1) })).toBe(200);
  expect(await send(simulator, 'POST', '/production/keys', keys[0])).toEqual(
    limitReached('There are 100 keys, which is the maximum; revoke some.'),
  );
  expect(await send(simulator, 'POST', '/production/keys', keys[1])).toBe(200);
});

test('at most 1000 requests wait at the same time, for exchanges and for held requests', async () => {
  const clock = createHandClock();
  await using simulator = await openTestSimulator({
    ofOneProcess: 'the limit is that of a process',
    machine: clock,
  });
  simulator.environments.production.state.holds.open({ id: 'g' });
  const { hostname, port } = new URL(simulator.controlUrl);
  const wait = (path: string) =>
    `GET /environments/production/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${controlToken}\r\n\r\n`;
  const waiting = Array.from({ length: 20 }, () => {
    const client = connect(Number(port), hostname);
    client.write(wait('journal/wait').repeat(30) + wait('gates/g?waiting=1').repeat(20));
    return client;
  });
  await clock.untilAsleep(1_001);
  const refused = limitReached(
    'There are 1000 requests that wait, which is the maximum; let some of them end.',
  );
  expect(await send(simulator, 'GET', '/production/journal/wait')).toEqual(refused);
  expect(await send(simulator, 'GET', '/staging/journal/wait')).toEqual(refused);
  expect(await send(simulator, 'GET', '/production/holds/g?waiting=1')).toEqual(refused);
  clock.advance(10_000);
  await Promise.all(waiting.map((client) => once(client, 'data')));
  const later = send(simulator, 'GET', '/production/journal/wait');
  await clock.untilAsleep(1);
  clock.advance(10_000);
  expect(await later).toBe(200);
  for (const client of waiting) client.destroy();
});

test('there are at most 10000 environments', async () => {
  await using simulator = await openTestSimulator({
    ofOneProcess: 'the test breaks the memory of a process',
  });
  Object.defineProperty(simulator.environments, 'count', { value: 10_000 });
  expect(await send(simulator, 'PUT', '/x', {})).toEqual({
    status: 409,
    code: 'too_many_environments',
    message: 'There are 10000 environments, which is the maximum; delete some, or create them with a ttl.',
  });
  expect(await send(simulator, 'PUT', '/staging', {})).toBe(200);
});

test('an environment has at most as many orders as a scenario, however they come', async () => {
  await using simulator = await openTestSimulator({ maxOrders: 2 });
  const put = (id: number) => send(simulator, 'PUT', `/production/orders/${id}`, { quantity: 1 });
  expect([await put(1), await put(2)]).toEqual([201, 201]);
  expect(await put(3)).toEqual(
    limitReached('There are 2 orders, which is the maximum; remove some, or raise --max-orders.'),
  );
  expect(await put(2)).toBe(200);
  expect(await send(simulator, 'DELETE', '/production/orders/1')).toBe(200);
  expect(await put(3)).toBe(201);
});
