import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkHealth, healthTarget } from '../../src/cli/healthcheck.ts';
import { makeCertificate } from '../../src/http/tls.ts';
import { readSettings } from '../../src/options/settings.ts';
import { newFolder } from '../support/new-folder.ts';
import { listModules, main, openCommandLines, runProgram } from '../support/run-program.ts';
import { closedPort, serveHere } from '../support/serve-here.ts';

const run = openCommandLines();

const certificate = await makeCertificate([], join(newFolder(), 'ca.pem'));

async function listening(handle: RequestListener, tls = false): Promise<string> {
  const server = tls ? createTlsServer(certificate, handle) : createServer(handle);
  const { port, [Symbol.asyncDispose]: close } = await serveHere(server);
  onTestFinished(close);
  return String(port);
}

const respond =
  (status: number): RequestListener =>
  (request, response) =>
    void response.writeHead(request.url === '/readyz' ? status : 401).end('x'.repeat(100_000));

/** Runs `healthcheck` without a port of the service. */
const check = (variables: Readonly<Record<string, string>>, args: readonly string[] = []) =>
  run(['healthcheck', ...args], { SIM_PORT: '0', ...variables });

test('exits with 0 if /readyz of the control API responds with 200', async () => {
  const SIM_CONTROL_PORT = await listening(respond(200));
  expect(await check({ SIM_CONTROL_PORT })).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('exits with 3 and prints one line if /readyz responds with 503', async () => {
  const SIM_CONTROL_PORT = await listening(respond(503));
  expect(await check({ SIM_CONTROL_PORT })).toMatchObject({
    code: 3,
    stderr: `error: http://127.0.0.1:${SIM_CONTROL_PORT}/readyz responded with 503; is it running, and is SIM_CONTROL_PORT its port?\n`,
  });
});

test.each([
  ['http', {}],
  ['https', { SIM_TLS: 'self-signed' }],
])('accepts any response of the service over %s if the control API is off', async (scheme, variables) => {
  const SIM_PORT = await listening(respond(503), scheme === 'https');
  expect(await check({ SIM_PORT, SIM_CONTROL: 'off', ...variables })).toMatchObject({ code: 0, stderr: '' });
});

test('exits with 3 if nothing listens', async () => {
  const { code, stderr } = await check({ SIM_CONTROL_PORT: String(closedPort) });
  expect(code).toBe(3);
  expect(stderr).toContain('is unreachable (ECONNREFUSED)');
});

test('requires the open port of the service, and sends nothing to it', async () => {
  const SIM_CONTROL_PORT = await listening(respond(200));
  let requests = 0;
  const count = (): void => {
    requests += 1;
  };
  const { port, [Symbol.asyncDispose]: close } = await serveHere(createServer(count));
  const SIM_PORT = String(port);
  expect(await check({ SIM_CONTROL_PORT, SIM_PORT })).toMatchObject({ code: 0 });
  await close();
  expect(await check({ SIM_CONTROL_PORT, SIM_PORT: `${closedPort}` })).toMatchObject({
    code: 3,
    stderr: `error: the port of the service, 127.0.0.1:${closedPort}, is unreachable (ECONNREFUSED); is SIM_PORT correct?\n`,
  });
  expect(requests).toBe(0);
});

test('rejects an argument', async () => {
  const stderr = 'error: --stay is not an option of healthcheck; see --help\n';
  expect(await check({}, ['--stay', '50'])).toMatchObject({ code: 2, stderr });
});

test('rejects at the deadline if the simulator accepts but does not respond', async () => {
  const requested = Promise.withResolvers<void>();
  const port = await listening(() => requested.resolve());
  const deadline = new AbortController();
  const checking = checkHealth(
    { url: `http://127.0.0.1:${port}/readyz`, setting: 'SIM_PORT', accepts: 200 },
    deadline.signal,
  );
  await requested.promise;
  deadline.abort();
  await expect(checking).rejects.toThrow('did not respond in time');
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
])('%j is checked at %s', async (variables, url) => {
  const { settings } = await readSettings({ variables });
  expect(healthTarget(settings).url).toBe(url);
});

test('rejects port 0, which is unknown to other processes', async () => {
  const { settings } = await readSettings({ variables: { SIM_CONTROL_PORT: '0' } });
  expect(() => healthTarget(settings)).toThrow('SIM_CONTROL_PORT is 0');
});

test('--help prints the usage', async () => {
  const { code, stdout } = await check({}, ['--help']);
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'Usage: store-orders-sim healthcheck']);
});

test('loads no package except the one that finds the nearest name', async () => {
  const file = join(newFolder(), 'modules');
  const SIM_CONTROL_PORT = await listening(respond(200));
  const variables = { MODULES_FILE: file, SIM_CONTROL_PORT, SIM_PORT: '0' };
  expect((await runProgram(main, ['healthcheck'], { variables, imports: listModules })).code).toBe(0);
  const packages = (await readFile(file, 'utf8')).match(/(?<=\/node_modules\/)(?:@[^/]+\/)?[^/]+/g);
  expect(new Set(packages)).toEqual(new Set(['fastest-levenshtein']));
});
