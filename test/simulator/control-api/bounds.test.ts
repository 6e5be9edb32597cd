import { expect, test } from 'vitest';
import { controlToken, openTestSimulator, type TestSimulator } from '../../support/open-test-simulator.ts';

/** Calls a route below `/environments`. Returns the status, and the code and message of a refusal. */
async function send(simulator: TestSimulator, method: string, path: string, body?: unknown) {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  const url = `${simulator.controlUrl}/environments${path}`;
  const response = await fetch(url, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const { code, message } = JSON.parse(await response.text());
  return response.ok ? response.status : { status: response.status, code, message };
}

function limitReached(message: string) {
  return { status: 409, code: 'limit_reached', message };
}

test.each([
  ['faults', 1_000, () => ({ kind: 'reset' }), 'delete some', '/fault-2'],
  ['keys', 100, (at: number) => ({ key: `key-of-test-${at}` }), 'revoke some', '/key-2'],
] as const)('an environment has at most as many %s as %i', async (kind, most, one, hint, second) => {
  await using simulator = await openTestSimulator();
  const path = `/production/${kind}`;
  const all = Array.from({ length: most + 1 }, (_, at) => one(at));
  expect(await send(simulator, 'PUT', path, { [kind]: all })).toMatchObject({ status: 400 });
  expect(await send(simulator, 'PUT', path, { [kind]: all.slice(1) })).toBe(200);
  expect(await send(simulator, 'POST', path, all[0])).toEqual(
    limitReached(`There are ${most} ${kind}, which is the maximum; ${hint}.`),
  );
  expect(await send(simulator, 'DELETE', path + second)).toBe(200);
  expect(await send(simulator, 'POST', path, all[0])).toBe(201);
});

test('an environment has at most 1000 holds', async () => {
  await using simulator = await openTestSimulator();
  for (let at = 0; at < 1_000; at++) simulator.environments.production.state.holds.open({});
  expect(await send(simulator, 'POST', '/production/holds', {})).toMatchObject({ code: 'limit_reached' });
});

test('an environment has at most as many orders as a scenario, however they come', async () => {
  await using simulator = await openTestSimulator({ maxOrders: 2 });
  const put = (id: number) => send(simulator, 'PUT', `/production/orders/${id}`, { quantity: 1 });
  expect([await put(1), await put(2)]).toEqual([201, 201]);
  expect(await put(3)).toEqual(
    limitReached('There are 2 orders, which is the maximum; remove some, or raise --max-orders.'),
  );
  expect(await put(2)).toBe(200);
});
