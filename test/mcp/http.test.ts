import { expect, test } from 'vitest';
import type { ControlRoute, RawRequest } from '../../src/simulator/control-api/control-route.ts';
import { patternOf } from '../../src/simulator/control-api/find-route.ts';
import type { ServeMcp } from '../../src/simulator/control-api/mcp-message.ts';
import { mcpRoute } from '../../src/simulator/control-api/mcp-route.ts';
import { placed } from '../support/an-environment.ts';
import { mapPort } from '../support/map-port.ts';
import { controlToken, openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { request } from '../support/raw-http.ts';
import { callTool, connectOverHttp } from './open-tools.ts';

const large = 9007199254740993n;

test('over HTTP a client lists six tools, opens an environment, breaks it, explains it and resets it', async () => {
  await using simulator = await openTestSimulator();
  const client = await connectOverHttp(simulator.controlUrl);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'open_environment',
    'list_orders',
    'inject_fault',
    'explain_failures',
    'verify',
    'reset',
  ]);
  for (const { outputSchema, annotations } of tools)
    expect([outputSchema?.type, typeof annotations?.readOnlyHint]).toEqual(['object', 'boolean']);
  const opened = await callTool(client, 'open_environment', { scenario: 'mixed', name: 'mine' });
  expect(opened).toMatchObject({ environment: 'mine', handles: { 'pending-beyond-2-53': `${large}` } });
  const { baseUrl, apiKey } = opened as { baseUrl: string; apiKey: string };
  expect(baseUrl).toBe(`${simulator.serviceOrigin}/mine/v1`);
  const environment = 'mine';
  const fault = { environment, kind: 'status', status: 503, operation: 'listOrders', times: 1 };
  expect(await callTool(client, 'inject_fault', fault)).toEqual({
    fault: 'fault-1',
    kind: 'status',
    faults: 1,
  });
  const headers = { Authorization: `Bearer ${apiKey}` };
  await fetch(`${baseUrl}/store/orders`, { headers });
  // A client that reads the id as a double.
  await fetch(`${baseUrl}/store/orders/${Number(large)}`, { method: 'DELETE', headers });
  const explained = JSON.stringify(await callTool(client, 'explain_failures', { environment }));
  expect(explained).toContain('the fault fault-1 replaced the response');
  expect(explained).toContain('a double probably rounded this one');
  const checks = [{ check: 'cancelled', orderId: `${large}`, times: 1 }];
  expect(await callTool(client, 'verify', { environment, checks })).toMatchObject({ passed: false });
  await fetch(`${baseUrl}/store/orders/${large}`, { method: 'DELETE', headers });
  expect(await callTool(client, 'verify', { environment, checks })).toMatchObject({ passed: true });
  expect(await callTool(client, 'list_orders', { environment, status: 'cancelled', limit: 1 })).toMatchObject(
    {
      orders: [{ status: 'cancelled' }],
    },
  );
  expect(await callTool(client, 'reset', { environment })).toMatchObject({ orders: { cancelled: 2 } });
  expect(await callTool(client, 'explain_failures', { environment })).toMatchObject({ failures: [] });
  await client.close();
});

test('orders come in pages, with a total', async () => {
  const orders = Array.from({ length: 45 }, (_, at) => placed(BigInt(at + 1)));
  await using simulator = await openTestSimulator({ orders });
  const client = await connectOverHttp(simulator.controlUrl);
  const ids: unknown[] = [];
  let cursor: unknown = 0;
  while (cursor !== undefined) {
    const page = await callTool(client, 'list_orders', { cursor });
    const { orders: some, total, next } = page as { orders: { id: string }[]; total: number; next?: number };
    expect([total, some.length <= 20]).toEqual([45, true]);
    ids.push(...some.map(({ id }) => id));
    cursor = next;
  }
  expect(ids).toEqual(orders.map(({ order }) => `${order.id}`));
  await client.close();
});

test('failures come in pages, the newest first, from the whole journal', async () => {
  await using simulator = await openTestSimulator({ orders: [placed(1n, 'shipped')] });
  const client = await connectOverHttp(simulator.controlUrl);
  const headers = { Authorization: `Bearer ${testKey}` };
  for (let at = 0; at < 3; at++)
    await fetch(`${simulator.baseUrl}/store/orders/1`, { method: 'DELETE', headers });
  for (let at = 0; at < 105; at++) await fetch(`${simulator.baseUrl}/store/orders`, { headers });
  const first = await callTool(client, 'explain_failures', { limit: 2 });
  expect(first).toMatchObject({
    failures: [{ exchange: 3, status: 409 }, { exchange: 2 }],
    looked: 107,
    next: 2,
  });
  const { next: cursor } = first as { next: number };
  expect(await callTool(client, 'explain_failures', { cursor })).toMatchObject({
    failures: [{ exchange: 1 }],
  });
  await client.close();
});

test('an output is short, whatever clients have sent', async () => {
  await using simulator = await openTestSimulator();
  const client = await connectOverHttp(simulator.controlUrl);
  for (let at = 0; at < 10; at++) await fetch(`${simulator.baseUrl}/${'x'.repeat(8_000)}`);
  const explained = await callTool(client, 'explain_failures', { limit: 10 });
  expect(explained).toMatchObject({ failures: { length: 10 } });
  expect(JSON.stringify(explained).length).toBeLessThan(15_000);
  const unknown = await callTool(client, 'open_environment', {
    scenario: 'x'.repeat(100),
    gaps: { ['x'.repeat(99)]: 'y' },
  });
  expect(String(unknown).length).toBeLessThan(4_100);
  await client.close();
});

test('an error of a tool says what to do', async () => {
  await using simulator = await openTestSimulator();
  const client = await connectOverHttp(simulator.controlUrl);
  const retried = { check: 'retried', atMost: 0 };
  for (const [tool, args, words] of [
    ['verify', { checks: [{ ...retried, orderId: 2 ** 53 }] }, 'an int64 as a string of digits'],
    ['list_orders', { order: 2 ** 53 }, 'a handle, or an order id as a string of digits'],
    ['explain_failures', { orderId: '9223372036854775808' }, 'an int64 as a string'],
    ['reset', { enviroment: 'x' }, 'did you mean "environment"?'],
    ['reset', { environment: 'nowhere' }, 'open_environment opens one'],
    ['list_orders', { order: '7' }, 'list_orders shows the orders'],
    ['open_environment', { scenario: 'nope' }, 'mixed, pending'],
    ['inject_fault', { kind: 'latency' }, 'latency has neither delay nor ms'],
    ['list_orders', { limit: 51 }, 'limit is 51; expected at most 50'],
  ] as const) {
    const error = await callTool(client, tool, args);
    expect(error).toContain(words);
    expect(error).not.toMatch(/body\.json|GET \//);
  }
  await client.close();
});

test('a client behind a mapped port is told that the address of the service is not known', async () => {
  await using simulator = await openTestSimulator({
    ofOneProcess: 'the test looks at the port of a process',
  });
  await using mapped = await mapPort(simulator.controlUrl);
  const client = await connectOverHttp(mapped.origin);
  const opened = await callTool(client, 'open_environment');
  expect(opened).toMatchObject({ baseUrlHint: expect.stringContaining('SIM_PUBLIC_URL') });
  expect(opened).not.toHaveProperty('baseUrl');
  await client.close();
});

const right = `Authorization: Bearer ${controlToken}`;

test('neither a client without the token nor a web page reaches the tools', async () => {
  await using simulator = await openTestSimulator();
  await expect(connectOverHttp(simulator.controlUrl, {})).rejects.toThrow('token is missing');
  await expect(connectOverHttp(simulator.controlUrl, { Authorization: 'Bearer wrong' })).rejects.toThrow();
  const post = (...headers: readonly string[]) => request(simulator.controlUrl, 'POST', '/mcp', headers);
  expect((await post(right, 'Origin: http://evil.example')).status).toBe(403);
  expect((await post(right, 'Sec-Fetch-Site: cross-site')).status).toBe(403);
  expect((await request(simulator.controlUrl, 'GET', '/mcp', [right])).status).toBe(405);
  expect((await request(simulator.controlUrl, 'DELETE', '/mcp', [right])).status).toBe(405);
});

/** Sends a message to the route itself, behind every guard. */
function serve(
  routes: readonly ControlRoute[],
  headers: Readonly<Record<string, string>>,
  serveMcp: ServeMcp = async () => ({ status: 200, type: 'application/json', text: '{}' }),
) {
  return mcpRoute(routes).serve({
    context: { token: controlToken, serveMcp },
    search: new URLSearchParams(),
    content: { kind: 'none' },
    headers,
  } as unknown as RawRequest);
}

test('a request that something else than the token has authorized, such as a cookie, is refused', async () => {
  expect((await serve([], { cookie: `session=${controlToken}` })).status).toBe(401);
  expect((await serve([], { authorization: 'Bearer wrong', cookie: 'session=1' })).status).toBe(401);
  expect((await serve([], { authorization: `Bearer ${controlToken}` })).status).toBe(200);
});

test('a failure of a route is thrown, so that it is reported and is a 500', async () => {
  const path = '/environments/{environment}/orders';
  const broken = { method: 'GET', path, pattern: patternOf(path) } as ControlRoute;
  const route = { ...broken, serve: () => Promise.reject(new Error('broken on purpose')) };
  const serveMcp: ServeMcp = async ({ fetch }) => {
    const response = await fetch('http://control.invalid/environments/a%20b/orders');
    return { status: 200, type: 'application/json', text: await response.text() };
  };
  await expect(serve([route], { authorization: `Bearer ${controlToken}` }, serveMcp)).rejects.toThrow(
    'broken on purpose',
  );
});

test('a message over the limit and a message that is not JSON are refused', async () => {
  await using simulator = await openTestSimulator();
  const post = (body: string) =>
    fetch(`${simulator.controlUrl}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${controlToken}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body,
    });
  expect((await post(`"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
  for (const body of ['', '{', '[]', 'null', '7', '{"jsonrpc":"2.0"}'])
    expect([body, (await post(body)).status]).toEqual([body, 400]);
});

test.each([
  ['application/json, text/plain, */*', 200],
  ['*/*;q=0.8', 200],
  ['application/json', 406],
])('Accept: %s gets a %i', async (accept, status) => {
  await using simulator = await openTestSimulator();
  const response = await fetch(`${simulator.controlUrl}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${controlToken}`,
      'Content-Type': 'application/json',
      Accept: accept,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(response.status).toBe(status);
});
