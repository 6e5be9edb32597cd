import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { ControlClient } from '../../src/client/index.ts';
import { startSimulator } from '../../src/index.ts';
import { openControl } from '../simulator/control-api/open-control.ts';
import { controlToken } from '../support/open-test-simulator.ts';
import { serveHere } from '../support/serve-here.ts';

test('a simulator in this process has a client, unless it has no control API', async () => {
  await using simulator = await startSimulator();
  expect(await simulator.control?.ready()).toBe(true);
  expect(simulator.controlToken).toMatch(/^[0-9a-f]{64}$/);
  await using without = await startSimulator({ control: false });
  expect([without.control, without.controlUrl]).toEqual([undefined, undefined]);
});

test('a public address is in everything that a simulator returns', async () => {
  const base = 'https://tools.test/simulator';
  await using simulator = await startSimulator({ publicUrl: `${base}/` });
  expect(simulator).toMatchObject({ baseUrl: `${base}/v1`, quickstartUrl: `${base}/quickstart` });
  expect((await simulator.control?.environment('staging').show())?.baseUrl).toBe(`${base}/staging/v1`);
});

test('without a base address, reading it throws with the hint, unless the client knows the address', async () => {
  const view = { name: 'one', path: '/one/v1', baseUrlHint: 'a port is mapped', apiKeys: [], handles: {} };
  const options = { url: 'http://127.0.0.1:9', token: '', fetch: async () => Response.json(view) };
  const unknown = await new ControlClient(options).createEnvironment();
  expect(() => unknown.baseUrl).toThrow(
    'base address of one is unknown; set serviceUrl of the ControlClient: a port',
  );
  const known = new ControlClient({ ...options, serviceUrl: 'http://localhost:49152/v1/' });
  expect((await known.createEnvironment()).baseUrl).toBe('http://localhost:49152/one/v1');
});

test('the error says if nothing listens at the address, or another server does', async () => {
  const here = await serveHere(createServer((_request, response) => response.writeHead(502).end('<html>')));
  const url = here.origin;
  const control = new ControlClient({ url: `${url}/`, token: controlToken });
  await expect(control.environments()).rejects.toThrow(`${url} responded with 502 and without an Error body`);
  await here[Symbol.asyncDispose]();
  await expect(control.environments()).rejects.toThrow(`The control API cannot be reached at ${url}`);
});

test.each([
  [
    { ALL_PROXY: 'http://p:1', NO_PROXY: 'localhost' },
    '; ALL_PROXY names a proxy: add 127.0.0.1 to NO_PROXY',
  ],
  [{ http_proxy: 'http://p:1', no_proxy: 'localhost,127.0.0.1' }, ''],
])('the error names a proxy of the environment that may be in the way: %j', async (env, hint) => {
  for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'])
    vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const fetch = () => Promise.resolve(new Response('<html>', { status: 502 }));
  const control = new ControlClient({ url: 'http://127.0.0.1:9', token: controlToken, fetch });
  await expect(control.environments()).rejects.toThrow(new RegExp(`not the control API${hint}$`));
  vi.unstubAllEnvs();
});

test('a call rejects when its signal is aborted', async () => {
  await using opened = await openControl();
  const reason = new Error('enough');
  await expect(opened.control.environments({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('an environment is deleted at the end of its scope, unless it was deleted before', async () => {
  await using opened = await openControl();
  const names = async () => (await opened.control.environments()).map(({ name }) => name);
  {
    await using environment = await opened.control.createEnvironment();
    expect(await names()).toContain(environment.name);
    expect(environment.name).toMatch(/^test-[0-9a-f]{32}$/);
  }
  expect(await names()).toEqual(['production', 'staging']);
  await using environment = await opened.control.createEnvironment();
  await environment.delete();
});
