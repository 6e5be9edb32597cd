import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placed } from '../support/an-environment.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { serveHere } from '../support/serve-here.ts';
import { openProxyCommand, startProxyCommand } from './run-proxy.ts';

const headers = { Authorization: `Bearer ${testKey}` };

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
