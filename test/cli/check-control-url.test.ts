import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { readJson } from '../../src/json/json.ts';
import { UserError } from '../../src/user-error.ts';
import { placed } from '../support/an-environment.ts';
import { controlToken, openTestSimulator, stagingKey, testKey } from '../support/open-test-simulator.ts';
import { closedPort, serveHere } from '../support/serve-here.ts';
import { check } from './run-check.ts';

const pending = 9007199254740993n;
const orders = [placed(pending, 'pending', {}), placed(201n, 'shipped', {}), placed(102n, 'pending', {})];
const handles = new Map([
  ['pending', pending],
  ['shipped', 201n],
  ['missing', 5n],
]);

const key = { STORE_ORDERS_API_KEY: testKey };
const cancelLevel = (controlUrl: string, token = controlToken): readonly string[] => [
  '--level',
  'cancel',
  '--control-url',
  controlUrl,
  '--control-token',
  token,
];

type Simulator = Awaited<ReturnType<typeof openTestSimulator>>;

/** The ids of the cancels with a valid key that an environment received for orders it has. */
async function triedAt({ controlUrl }: Simulator, environment = 'production'): Promise<readonly bigint[]> {
  const headers = { Authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${controlUrl}/environments/${environment}/journal?limit=1000`, { headers });
  const { exchanges } = readJson(await response.text()) as {
    exchanges: { path: string; refused?: { step: string } }[];
  };
  return exchanges
    .filter(({ refused }) => refused?.step !== 'key')
    .map(({ path }) => BigInt(/\/store\/orders\/(-?[0-9]+)$/.exec(path)?.[1] ?? 0))
    .filter((id) => orders.some((order) => order.order.id === id));
}

test('cancels the orders of the handles after the target has proved to be the simulator', async () => {
  await using simulator = await openTestSimulator({ orders, handles });
  const { out, code } = await check([simulator.baseUrl, ...cancelLevel(simulator.controlUrl)], key);
  expect(out).toContain('keeps the contract');
  expect(await triedAt(simulator)).toEqual([pending, pending, pending, 201n, 201n]);
  expect(code).toBe(0);
});

test('names only the orders that the flags do not name', async () => {
  await using simulator = await openTestSimulator({ orders, handles });
  const args = [...cancelLevel(simulator.controlUrl), '--pending-id', '102'];
  await check([simulator.baseUrl, ...args], key);
  expect(await triedAt(simulator)).toEqual([102n, 102n, 102n, 201n, 201n]);
});

test('cancels nothing at another simulator in the same scenario, and at no other environment', async () => {
  await using target = await openTestSimulator({ orders, handles, stagingOrders: orders });
  await using other = await openTestSimulator({ orders, handles });
  const run = check([target.baseUrl, ...cancelLevel(other.controlUrl)], key);
  await expect(run).rejects.toThrow(UserError);
  await expect(run).rejects.toThrow(
    `--control-url names no order: the journal of environment "production" at ${other.controlUrl} does not show the list request that ${target.baseUrl} just received; give the control API of the target, or name orders with --pending-id and --shipped-id`,
  );
  for (const simulator of [target, other]) expect(await triedAt(simulator)).toEqual([]);
  // Staging has no handles, so it names no order.
  const staging = [target.stagingBaseUrl, ...cancelLevel(target.controlUrl)];
  await expect(check(staging, { STORE_ORDERS_API_KEY: stagingKey })).rejects.toThrow(
    /--control-url names no order: environment "staging" has no handle pending or shipped/,
  );
  expect(await triedAt(target, 'staging')).toEqual([]);
});

test('cancels nothing at a service that mirrors its requests to a simulator', async () => {
  await using simulator = await openTestSimulator({ orders, handles });
  const requests: string[] = [];
  const mirror = createServer((request, response) => {
    requests.push(request.method ?? '');
    const headers = Object.entries(request.headers).filter(([name]) => !/^(?:host|connection)$/.test(name));
    void fetch(simulator.serviceOrigin + request.url, { headers: headers as [string, string][] }).then(() =>
      response.setHeader('Content-Type', 'application/json').end(`[{"id":${pending}},{"id":201}]`),
    );
  });
  await using target = await serveHere(mirror);
  const run = check([`${target.origin}/v1`, ...cancelLevel(simulator.controlUrl)], key);
  await expect(run).rejects.toThrow(/returned another list than the journal of environment "production"/);
  expect(requests).toEqual(['GET']);
});

test('finds the proof of a long list, with the choices of vary and among other requests', async () => {
  const many = Array.from({ length: 8_000 }, (_, at) => placed(BigInt(at) + 1000n, 'pending', {}));
  await using simulator = await openTestSimulator({ orders: [...orders, ...many], handles, profile: 'vary' });
  const headers = { Authorization: `Bearer ${testKey}` };
  const others = Array.from({ length: 4 }, () => fetch(`${simulator.baseUrl}/store/orders`, { headers }));
  const args = [simulator.baseUrl, ...cancelLevel(simulator.controlUrl)];
  expect((await check(args, key)).out).toContain('keeps the contract');
  await Promise.all((await Promise.all(others)).map((response) => response.arrayBuffer()));
});

test('plans the orders of the handles and sends the target nothing', async () => {
  await using simulator = await openTestSimulator({ orders, handles });
  const args = [simulator.baseUrl, ...cancelLevel(simulator.controlUrl), '--dry-run'];
  const { out } = await check(args);
  expect(out).toContain(`DELETE /store/orders/${pending}  with the key`);
  expect(out).toContain('Before these, one GET /store/orders with the key shows whether the target');
  const headers = { Authorization: `Bearer ${controlToken}` };
  const journal = await fetch(`${simulator.controlUrl}/environments/production/journal`, { headers });
  expect(await journal.json()).toMatchObject({ exchanges: [] });
});

test('ends with exit code 3 if the target or the control API does not respond', async () => {
  await using simulator = await openTestSimulator({ orders, handles });
  const nothing = `http://127.0.0.1:${closedPort}`;
  const runs = [
    check([`${nothing}/v1`, ...cancelLevel(simulator.controlUrl)], key),
    check([simulator.baseUrl, ...cancelLevel(nothing)], key),
  ];
  for (const run of runs) await expect(run).rejects.toMatchObject({ exitCode: 3 });
});

test('rejects a wrong token, an unknown environment and an address that is none', async () => {
  await using simulator = await openTestSimulator({ orders, handles });
  const { baseUrl, controlUrl, serviceOrigin } = simulator;
  await expect(check([baseUrl, ...cancelLevel(controlUrl, 'wrong')], key)).rejects.toThrow(
    /responded with 401.*--control-token/,
  );
  await expect(check([`${serviceOrigin}/mine/v1`, ...cancelLevel(controlUrl)], key)).rejects.toThrow(
    /no environment "mine"/,
  );
  await expect(check([`${serviceOrigin}/api`, ...cancelLevel(controlUrl)], key)).rejects.toThrow(
    /base path \/api/,
  );
  await expect(check([baseUrl, ...cancelLevel('nonsense')], key)).rejects.toThrow(
    /--control-url "nonsense" is not an http address/,
  );
});
