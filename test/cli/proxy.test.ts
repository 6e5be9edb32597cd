import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonReport } from '../../src/check/reports/json.ts';
import { checkHar } from '../../src/traffic/har/check-har.ts';
import { placed } from '../support/an-environment.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { serveHere } from '../support/serve-here.ts';
import { openProxyCommand, startProxyCommand } from './run-proxy.ts';

const headers = { Authorization: `Bearer ${testKey}` };

function folder(): string {
  const path = newFolder();
  return path;
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
    await send('GET', '/store/orders', { headers: { Authorization: 'Basic a2V5LWEta2V5' } }),
    await send('GET', '/pets/3'),
  ];
}

test('judges what passes through it, sends nothing itself, and writes what was seen', async () => {
  await using simulator = await shop();
  const at = folder();
  const files = {
    json: join(at, 'r.json'),
    junit: join(at, 'r.xml'),
    profile: join(at, 'p.yaml'),
    har: join(at, 't.har'),
  };
  const proxy = await openProxyCommand([
    simulator.baseUrl,
    ...['--report', `json=${files.json}`, '--report', `junit=${files.junit}`],
    ...['--emit-profile', files.profile, '--save', files.har],
  ]);
  expect(await useShop(proxy.baseUrl)).toEqual([200, 204, 409, 409, 401, 401, 501]);
  proxy.interrupt();
  const { out, code } = await proxy.ended;
  expect(out).toContain(`${simulator.baseUrl} keeps the contract`);
  expect(out).toMatch(
    /passed +R01 base-path-v1, R02 http-well-formed,.*R15 list-invalid-key-401, R19 www-authenticate,.*R29 cancel-once/s,
  );
  expect(out).toContain('6 exchanges');
  expect(out).toContain('1 request of no operation of the contract');
  expect(code).toBe(0);
  const control = { headers: { Authorization: 'Bearer test-control-token' } };
  const journal = await fetch(`${simulator.controlUrl}/environments/production/journal`, control);
  expect(((await journal.json()) as { exchanges: unknown[] }).exchanges).toHaveLength(7);

  expect(readFileSync(files.junit, 'utf8')).toContain('<testsuite');
  expect(readFileSync(files.profile, 'utf8')).toMatch(/cancel-again:\n +choice: "conflict"/);
  const json = JSON.parse(readFileSync(files.json, 'utf8'));
  expect(json).toMatchObject({ level: 'passive', exitCode: 0, target: simulator.baseUrl });
  expect(json.gaps).toContainEqual(expect.objectContaining({ gap: 'pet-lookup', observed: 'not-simulated' }));
  await expectSameVerdicts(files.har, json);
  for (const file of Object.values(files)) expect(readFileSync(file, 'utf8')).not.toContain(testKey);
  expect(statSync(files.har).mode & 0o777).toBe(0o600);
});

/** Expects that the check of a saved file comes to the verdicts of the proxy. */
async function expectSameVerdicts(har: string, json: JsonReport): Promise<void> {
  const report = await checkHar(har);
  const verdicts = report.rules.map(({ rule, kind }) => `${rule} ${kind}`);
  // A recording does not have the framing of messages.
  const withoutFraming = (all: readonly string[]) => all.filter((one) => !one.startsWith('R02'));
  expect(withoutFraming(verdicts)).toEqual(
    withoutFraming(json.rules.map(({ id, result }) => `${id} ${result}`)),
  );
  const seen = report.gaps.map(({ gap, observed }) => `${gap}: ${observed}`).sort();
  // Nor has it requests that are no operation, such as those for pets.
  const ofOperations = json.gaps.filter(({ gap }) => !gap.startsWith('pet-'));
  expect(seen).toEqual(ofOperations.map(({ gap, observed }) => `${gap}: ${observed}`).sort());
}

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

test('--fail-fast ends at the first exchange that breaks the contract', async () => {
  const proxy = await openProxyCommand([await brokenShop(), '--fail-fast']);
  await fetch(`${proxy.baseUrl}/store/orders`, { headers }).catch(() => {});
  const { err, code } = await proxy.ended;
  expect([code, err]).toEqual([1, expect.stringContaining('contract broken: R07, exchange 1')]);
});

test('exits with 4 if the upstream differs from the expected profile', async () => {
  await using simulator = await shop();
  const proxy = await openProxyCommand([simulator.baseUrl, '--expect-profile', 'typical']);
  await fetch(`${proxy.baseUrl}/store/orders`, { headers });
  proxy.interrupt();
  expect((await proxy.ended).code).toBe(4);
});

/** A client in Node.js, since some machines have no curl. */
const client = (code: string) => [
  '--',
  process.execPath,
  '-e',
  `const get = (headers) => fetch(process.env.STORE_ORDERS_BASE_URL + '/store/orders', { headers });
   (async () => { ${code} })();`,
];

test('a command that fails does not hide that the contract is kept', async () => {
  await using simulator = await shop();
  const fails = client(`await get({ Authorization: 'Bearer ${testKey}' }); process.exit(9);`);
  const { code, out } = await startProxyCommand(['--port', '0', simulator.baseUrl, ...fails]).ended;
  expect(code).toBe(5);
  expect(out).toMatch(/keeps the contract[\s\S]*COMMAND exited with 9\./);
});

test('a command that fails and a broken contract are both in the exit code; no file has the key', async () => {
  const har = join(folder(), 't.har');
  const failing = client(`await get({ Authorization: 'Bearer sk-live-7f3a9Zq' }); process.exit(1);`);
  const args = ['--port', '0', await brokenShop(), '--save', har, ...failing];
  const { out, err, code } = await startProxyCommand(args).ended;
  expect(code).toBe(6);
  expect(out).toContain('✘ R07');
  const saved = readFileSync(har, 'utf8');
  for (const text of [out, err, saved]) expect(text).not.toContain('7f3a9Zq');
  expect(saved).toContain('Bearer [key-1]');
  expect(await checkHar(har)).toMatchObject({ exitCode: 1 });
});

test('passes the address to a command in variables of its own', async () => {
  await using simulator = await shop();
  const code = `const { A, B, STORE_ORDERS_URL, STORE_ORDERS_BASE_URL } = process.env;
    await get({ Authorization: 'Bearer ${testKey}' });
    process.exit(A === STORE_ORDERS_BASE_URL && B === 'x' + STORE_ORDERS_URL ? 0 : 7);`;
  const env = ['--env', 'A={baseUrl}', '--env', 'B=x{origin}'];
  const run = await startProxyCommand(['--port', '0', ...env, simulator.baseUrl, ...client(code)]).ended;
  expect(run.code).toBe(0);
});

test('an interrupt ends the command and reports what was seen', async () => {
  await using simulator = await shop();
  const waits = client(`await get({ Authorization: 'Bearer ${testKey}' }); setInterval(() => {}, 1000);`);
  const seen = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const upstream = await fetch(simulator.serviceOrigin + request.url, { headers });
    response.setHeader('Content-Type', 'application/json');
    response.end(await upstream.text(), () => seen.resolve());
  });
  await using served = await serveHere(server);
  const proxy = startProxyCommand(['--port', '0', `${served.origin}/v1`, ...waits]);
  await seen.promise;
  proxy.interrupt();
  const { code, out } = await proxy.ended;
  expect(out).toMatch(/1 exchange[\s\S]*COMMAND was interrupted before its end/);
  expect(code).toBe(5);
});

test('the control port returns the report, and refuses web pages and requests without the token', async () => {
  await using simulator = await shop();
  const file = join(folder(), 'now.json');
  const proxy = await openProxyCommand([
    simulator.baseUrl,
    '--control-port',
    '0',
    '--report',
    `json=${file}`,
  ]);
  const [, control = ''] = await proxy.said(/, (http\S+) \(control\)/);
  const [, token = ''] = await proxy.said(/control token: (\S+) /);
  const authorized = { method: 'POST', headers: { Authorization: `Bearer ${token}` } };
  await useShop(proxy.baseUrl);
  const response = await fetch(`${control}/report`, authorized);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ exitCode: 0, level: 'passive' });
  expect(readFileSync(file, 'utf8')).toBe(text);
  const status = async (path: string, options: RequestInit) => (await fetch(control + path, options)).status;
  expect([
    await status('/livez', {}),
    await status('/readyz', {}),
    await status('/report', { method: 'POST' }),
    await status('/report', { ...authorized, method: 'GET' }),
    await status('/nothing', authorized),
    await status('/report', {
      ...authorized,
      headers: { ...authorized.headers, 'Sec-Fetch-Site': 'cross-site' },
    }),
    await status('/forget-orders', authorized),
  ]).toEqual([200, 200, 401, 405, 404, 403, 204]);
  proxy.interrupt();
  expect((await proxy.ended).code).toBe(0);
});

test('writes a scenario of the traffic, and does not judge exchanges with a fault', async () => {
  await using simulator = await shop();
  const file = join(folder(), 'captured.yaml');
  const fault = 'kind: status, status: 503, operation: cancelOrder';
  const proxy = await openProxyCommand([simulator.baseUrl, '--save-scenario', file, '--inject', fault]);
  const [list, cancelled] = [
    await fetch(`${proxy.baseUrl}/store/orders`, { headers }),
    await fetch(`${proxy.baseUrl}/store/orders/12`, { method: 'DELETE', headers }),
  ];
  expect([list.status, cancelled.status]).toEqual([200, 503]);
  proxy.interrupt();
  const { out, code } = await proxy.ended;
  expect(out).toContain('1 request with an injected fault: not judged');
  expect(out).toContain('--unknown-status pending');
  expect(readFileSync(file, 'utf8')).toContain('orders:');
  expect(code).toBe(0);
});
