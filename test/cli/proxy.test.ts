import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exitFor } from '../../src/cli/exit.ts';
import { proxyCommand } from '../../src/cli/proxy.ts';
import { startProxy } from '../../src/traffic/proxy/start-proxy.ts';
import { UserError } from '../../src/user-error.ts';
import { placed } from '../support/an-environment.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { serveHere } from '../support/serve-here.ts';
import { startHere } from './run-here.ts';

const headers = { Authorization: `Bearer ${testKey}` };

function startProxyCommand(args: readonly string[], start: typeof startProxy = startProxy) {
  return startHere((context) => proxyCommand(context, start), args);
}

/** Starts `proxy` on a free port. Returns the base address for clients, too. */
async function openProxyCommand(args: readonly string[], start?: typeof startProxy) {
  const running = startProxyCommand(['--port', '0', ...args], start);
  const [, baseUrl = ''] = await running.said(/ready: (\S+) →/);
  return { ...running, baseUrl };
}

/** A simulator with a pending and a shipped order. */
const shop = () => openTestSimulator({ orders: [placed(12n, 'pending'), placed(13n, 'shipped')] });

/** The requests of a client's tests: a list, a cancel, a second one, a refused one, and a list without a key. */
async function useShop(baseUrl: string): Promise<readonly number[]> {
  const send = async (method: string, path: string, more: object = { headers }): Promise<number> => {
    const response = await fetch(baseUrl + path, { method, ...more });
    await response.arrayBuffer();
    return response.status;
  };
  return [
    await send('GET', '/store/orders'),
    await send('DELETE', '/store/orders/12'),
    await send('DELETE', '/store/orders/12'),
    await send('DELETE', '/store/orders/13'),
    await send('GET', '/store/orders', {}),
    await send('GET', '/pets/3'),
  ];
}

test('judges what passes through it, sends nothing itself, and writes what was seen', async () => {
  await using simulator = await shop();
  const [json = '', profile = ''] = ['r.json', 'p.yaml'].map((name) => join(newFolder(), name));
  const proxy = await openProxyCommand([
    ...[simulator.baseUrl, '--report', `json=${json}`, '--emit-profile', profile],
  ]);
  expect(await useShop(proxy.baseUrl)).toEqual([200, 204, 409, 409, 401, 501]);
  proxy.interrupt();
  const { out, code } = await proxy.ended;
  expect(out).toContain(`${simulator.baseUrl} keeps the contract`);
  expect(out).toMatch(/passed +R01–R09 R11 R12 R14 R19–R24 R27–R29\n/);
  expect(out).toMatch(/5 exchanges[\s\S]*1 request of no operation of the contract/);
  expect(code).toBe(0);
  expect(simulator.environments.production.state.journal.counts().length).toBe(6);
  const [report = '', text] = [json, profile].map((file) => readFileSync(file, 'utf8'));
  expect(text).toContain('  cancel-again: "conflict"\n');
  expect(JSON.parse(report)).toMatchObject({ level: 'passive', exitCode: 0, target: simulator.baseUrl });
  expect(report + text).not.toContain(testKey);
});

/** A service whose list is an object and whose responses repeat the key. */
async function brokenShop(): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('X-Echo', request.headers.authorization ?? '');
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ key: request.headers.authorization }));
  });
  const served = await serveHere(server);
  onTestFinished(() => served[Symbol.asyncDispose]());
  return `${served.origin}/v1`;
}

/** A client in Node.js, since some machines have no curl. */
const client = (code: string) => [
  '--',
  process.execPath,
  '-e',
  `const get = (headers) => fetch(process.env.STORE_ORDERS_BASE_URL + '/store/orders', { headers });
   (async () => { ${code} })();`,
];

test('a command that fails and a broken contract are both in the exit code; no output has the key', async () => {
  const failing = client(`await get({ Authorization: 'Bearer sk-live-7f3a9Zq' }); process.exit(1);`);
  const { out, err, code } = await startProxyCommand(['--port', '0', await brokenShop(), ...failing]).ended;
  expect(code).toBe(6);
  expect(out).toContain('✘ R07');
  for (const text of [out, err]) expect(text).not.toContain('7f3a9Zq');
});

test('an interrupt ends the command and reports what was seen', async () => {
  const waits = client(`await get({ Authorization: 'Bearer ${testKey}' }); setInterval(() => {}, 1000);`);
  const seen = Promise.withResolvers<void>();
  await using simulator = await openTestSimulator({ onRequest: () => seen.resolve() });
  const proxy = startProxyCommand(['--port', '0', simulator.baseUrl, ...waits]);
  await seen.promise;
  proxy.interrupt();
  const { code, out } = await proxy.ended;
  expect(out).toMatch(/1 exchange[\s\S]*COMMAND was interrupted before its end/);
  expect(code).toBe(5);
});

test('a path of the proxy itself returns the report, forgets the orders, and refuses web pages', async () => {
  await using simulator = await shop();
  const proxy = await openProxyCommand([simulator.baseUrl]);
  await useShop(proxy.baseUrl);
  const own = new URL('/.store-orders-sim', proxy.baseUrl);
  const response = await fetch(own);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await response.json()).toMatchObject({ exitCode: 0, level: 'passive' });
  const status = async (options: RequestInit) => (await fetch(own, options)).status;
  expect([
    await status({ method: 'POST' }),
    await status({ headers: { Origin: 'https://page.example' } }),
    await status({ method: 'DELETE' }),
  ]).toEqual([405, 403, 204]);
  proxy.interrupt();
  expect((await proxy.ended).code).toBe(0);
});

test.each<[string, readonly string[], string]>([
  ['credentials', ['http://u:secret-7@staging.example/v1'], 'UPSTREAM has credentials'],
  ['itself', ['http://127.0.0.1:4777/v1', '--port', '4777'], 'is the address of the proxy itself'],
  ['a missing file', ['http://a.example/v1', '--tls-key', 'x'], 'x does not exist'],
  ['a variable without a command', ['http://a.example/v1', '--env', 'A={baseUrl}'], '--env has no effect'],
  ['an unknown rule', ['http://a.example/v1', '--ignore', 'R99'], 'there is no rule "R99"'],
])('refuses %s', async (_what, args, message) => {
  const error: unknown = await startProxyCommand(args).ended.catch((thrown: unknown) => thrown);
  if (!(error instanceof UserError)) throw new Error(`no UserError: ${String(error)}`);
  expect([error.exitCode, error.message]).toEqual([2, expect.stringContaining(message)]);
  expect(error.message).not.toContain('secret-7');
});

test('exits with 3 if its port is taken, and if the command does not exist', async () => {
  await using taken = await serveHere(createSocketServer());
  for (const args of [
    ['--port', `${taken.port}`],
    ['--port', '0', '--', 'no-such-program'],
  ])
    await expect(startProxyCommand(['http://a.example/v1', ...args]).ended).rejects.toMatchObject({
      exitCode: 3,
    });
});

/** Its second response breaks the contract. */
const failingShop = () =>
  openTestSimulator({
    orders: [placed(12n, 'pending'), placed(13n, 'shipped')],
    faults: [{ kind: 'status', status: 500, every: 2, times: 1 }],
  });

/** Fails where it judges what breaks the contract. */
const start: typeof startProxy = (options) =>
  startProxy({
    ...options,
    onBroken: () => {
      throw new Error('out of order');
    },
  });

test('a judge that fails stops no traffic: the proxy says so at once, exits with 70, and writes no verdict', async () => {
  await using simulator = await failingShop();
  const report = join(newFolder(), 'r.json');
  const proxy = await openProxyCommand([simulator.baseUrl, '--report', `json=${report}`], start);
  const status = async (method: string, path: string): Promise<number> =>
    (await fetch(proxy.baseUrl + path, { method, headers })).status;
  expect([await status('GET', '/store/orders'), await status('DELETE', '/store/orders/12')]).toEqual([
    200, 500,
  ]);
  await proxy.said(/^error: traffic is still forwarded, but no longer judged, .*: out of order$/m);
  expect([await status('DELETE', '/store/orders/13'), await status('GET', '/store/orders')]).toEqual([
    409, 200,
  ]);

  proxy.interrupt();
  const error: unknown = await proxy.ended.catch((thrown: unknown) => thrown);
  expect(exitFor(error, false)).toEqual({
    lines: [
      'error: this is a bug in store-orders-sim: judging failed after 1 of 4 exchanges, so there is no report: out of order',
      'hint: run again with --debug or SIM_DEBUG=1 to print the stack, and report the bug',
    ],
    exitCode: 70,
  });
  expect(() => readFileSync(report)).toThrow('ENOENT');
});
