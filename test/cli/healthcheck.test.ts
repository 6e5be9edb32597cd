import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask, healthTarget } from '../../src/cli/healthcheck.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { makeCertificate } from '../../src/simulator/server/tls.ts';
import { listModules, main, openCommandLines, runProgram } from '../helpers/run-program.ts';
import { closedPort } from '../helpers/serve-here.ts';

const run = openCommandLines();

const certificate = await makeCertificate([], join(await mkdtemp(join(tmpdir(), 'health-')), 'ca.pem'));

async function listening(handle: RequestListener, tls = false): Promise<string> {
  const server = tls ? createTlsServer(certificate, handle) : createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return String((server.address() as AddressInfo).port);
}

const answer =
  (status: number): RequestListener =>
  (request, response) =>
    void response.writeHead(request.url === '/readyz' ? status : 401).end('x'.repeat(100_000));

/** Without a port of the service, which is a matter of its own. */
const check = (variables: Readonly<Record<string, string>>, args: readonly string[] = []) =>
  run(['healthcheck', ...args], { SIM_PORT: '0', ...variables });

test('is well when /readyz of the control API answers 200', async () => {
  const SIM_CONTROL_PORT = await listening(answer(200));
  expect(await check({ SIM_CONTROL_PORT })).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('is not ready, with 3 and one line, when /readyz answers 503', async () => {
  const SIM_CONTROL_PORT = await listening(answer(503));
  expect(await check({ SIM_CONTROL_PORT })).toMatchObject({
    code: 3,
    stderr: `error: http://127.0.0.1:${SIM_CONTROL_PORT}/readyz answered 503; is it running, and is SIM_CONTROL_PORT its port?\n`,
  });
});

test.each([
  ['http', {}],
  ['https', { SIM_TLS: 'self-signed' }],
])('takes any answer of the service over %s when the control API is off', async (scheme, variables) => {
  const SIM_PORT = await listening(answer(503), scheme === 'https');
  expect(await check({ SIM_PORT, SIM_CONTROL: 'off', ...variables })).toMatchObject({ code: 0, stderr: '' });
});

test('ends with 3 when nothing listens', async () => {
  const { code, stderr } = await check({ SIM_CONTROL_PORT: String(await closedPort()) });
  expect(code).toBe(3);
  expect(stderr).toContain('cannot be reached (ECONNREFUSED)');
});

test('needs the port of the service besides, and sends nothing there', async () => {
  const SIM_CONTROL_PORT = await listening(answer(200));
  let requests = 0;
  const server = createServer(() => {
    requests += 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const SIM_PORT = String((server.address() as AddressInfo).port);
  expect(await check({ SIM_CONTROL_PORT, SIM_PORT })).toMatchObject({ code: 0 });
  server.close();
  expect(await check({ SIM_CONTROL_PORT, SIM_PORT })).toMatchObject({
    code: 3,
    stderr: `error: the service's port 127.0.0.1:${SIM_PORT} cannot be reached (ECONNREFUSED); is SIM_PORT its port?\n`,
  });
  expect(requests).toBe(0);
});

test.each([
  [['--stay'], '--stay has no value; expected a whole number of seconds from 1 to 9999'],
  [['--stay', '0'], '--stay "0" is no number of seconds; expected a whole number of seconds from 1 to 9999'],
  [['--stay', '1', 'x'], 'x is unknown to healthcheck; see --help'],
])('refuses %j', async (args, message) => {
  expect(await check({}, args)).toMatchObject({ code: 2, stderr: `error: ${message}\n` });
});

test('gives up at its deadline on a simulator that accepts and says nothing', async () => {
  const asked = Promise.withResolvers<void>();
  const port = await listening(() => asked.resolve());
  const deadline = new AbortController();
  const asking = ask(
    { url: `http://127.0.0.1:${port}/readyz`, setting: 'SIM_PORT', accepts: 200 },
    deadline.signal,
  );
  await asked.promise;
  deadline.abort();
  await expect(asking).rejects.toThrow('did not answer in time');
});

test.each([
  [{}, 'http://127.0.0.1:4011/readyz'],
  [{ SIM_CONTROL_HOST: '0.0.0.0', SIM_CONTROL_PORT: '5011' }, 'http://127.0.0.1:5011/readyz'],
  [{ SIM_CONTROL_HOST: '::' }, 'http://[::1]:4011/readyz'],
  [{ SIM_CONTROL: 'off', SIM_HOST: '10.0.0.7' }, 'http://10.0.0.7:4010/v1/store/orders'],
  [
    { SIM_CONTROL: 'off', SIM_HOST: 'fe80::1', SIM_TLS: 'self-signed' },
    'https://[fe80::1]:4010/v1/store/orders',
  ],
])('with %j asks %s', async (variables, url) => {
  const { settings } = await readSettings({ variables });
  expect(healthTarget(settings).url).toBe(url);
});

test('refuses port 0, which it cannot know', async () => {
  const { settings } = await readSettings({ variables: { SIM_CONTROL_PORT: '0' } });
  expect(() => healthTarget(settings)).toThrow('SIM_CONTROL_PORT is 0');
});

test('explains itself', async () => {
  const { code, stdout } = await check({}, ['--help']);
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'Usage: store-orders-sim healthcheck']);
});

test('loads no package but the one that finds the nearest name', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'modules-')), 'modules');
  const SIM_CONTROL_PORT = await listening(answer(200));
  const variables = { MODULES_FILE: file, SIM_CONTROL_PORT, SIM_PORT: '0' };
  expect((await runProgram(main, ['healthcheck'], { variables, imports: listModules })).code).toBe(0);
  const packages = (await readFile(file, 'utf8')).match(/(?<=\/node_modules\/)(?:@[^/]+\/)?[^/]+/g);
  expect(new Set(packages)).toEqual(new Set(['fastest-levenshtein']));
});
