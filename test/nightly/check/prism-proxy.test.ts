import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { serveHere } from '../../support/serve-here.ts';

const require = createRequire(import.meta.url);
const prismBinary = require.resolve('@stoplight/prism-cli/dist/index.js');
const contract = fileURLToPath(new URL('../../../openapi/store-orders.yaml', import.meta.url));

type Proxy = AsyncDisposable & { readonly origin: string };

/** Runs the unmodified `prism proxy --errors` in front of `upstream`, the base address of a service. */
async function startPrismProxy(upstream: string): Promise<Proxy> {
  // Without --multiprocess=false, Prism 5.16 exits immediately if NODE_ENV is production.
  const flags = ['--errors', '--multiprocess=false', '--host', '127.0.0.1', '--port', '0'];
  const child = spawn(process.execPath, [prismBinary, 'proxy', contract, upstream, ...flags], {
    env: { PATH: process.env.PATH, SCARF_ANALYTICS: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await originOf(child);
  return {
    origin,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function originOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('Prism has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /Prism is listening on (http:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error('Prism ended before it listened.');
}

/** Returns the status of a request through the proxy, or 500 with the violations that Prism found. */
async function throughPrism(
  proxy: Proxy,
  method: 'GET' | 'DELETE',
  path: string,
  apiKey = 'key',
): Promise<{ readonly status: number; readonly violations: readonly string[] }> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${proxy.origin}${path}`, { method, headers });
  const text = await response.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as { validation?: { message: string }[] }) : {};
  return { status: response.status, violations: (body.validation ?? []).map(({ message }) => message) };
}

const statuses: Readonly<Record<string, number>> = { '404': 404, '409': 409, '204': 204 };

/** Fulfils the contract except for order 500, whose cancel returns an Error without a code. */
const honest: RequestListener = (request, response) => {
  const order = request.url?.split('/').at(-1) ?? '';
  const json = { 'content-type': 'application/json' };
  if (request.url === '/v1/store/orders') response.writeHead(200, json).end('[{"id":9007199254740993}]');
  else if (order === '500') response.writeHead(404, json).end('{"message":"m","status":404}');
  else if (statuses[order] === 404)
    response.writeHead(404, json).end('{"code":"c","message":"m","status":404}');
  else response.writeHead(statuses[order] ?? 400).end();
};

test('the unmodified prism proxy, an independent judge, agrees on a service', async () => {
  await using service = await serveHere(createServer(honest));
  await using proxy = await startPrismProxy(`${service.origin}/v1`);
  expect(await throughPrism(proxy, 'GET', '/store/orders')).toEqual({ status: 200, violations: [] });
  expect(await throughPrism(proxy, 'DELETE', '/store/orders/204')).toEqual({ status: 204, violations: [] });
  expect(await throughPrism(proxy, 'DELETE', '/store/orders/404')).toEqual({ status: 404, violations: [] });
  expect(await throughPrism(proxy, 'DELETE', '/store/orders/409')).toEqual({ status: 409, violations: [] });
  expect(await throughPrism(proxy, 'DELETE', '/store/orders/500')).toEqual({
    status: 500,
    violations: ["Response body must have required property 'code'"],
  });
});

test('the unmodified prism proxy finds nothing wrong with the simulator', async () => {
  const orders = [placed(1n), placed(2n, 'shipped', { petId: 2n ** 63n - 1n, quantity: 3n, complete: true })];
  await using simulator = await openTestSimulator({ orders });
  await using proxy = await startPrismProxy(simulator.baseUrl);
  const cancel = (id: number) => throughPrism(proxy, 'DELETE', `/store/orders/${id}`, testKey);
  expect(await throughPrism(proxy, 'GET', '/store/orders', testKey)).toEqual({ status: 200, violations: [] });
  expect(await throughPrism(proxy, 'GET', '/store/orders', 'wrong')).toEqual({ status: 401, violations: [] });
  expect(await cancel(1)).toEqual({ status: 204, violations: [] });
  expect(await cancel(2)).toEqual({ status: 409, violations: [] });
  expect(await cancel(3)).toEqual({ status: 404, violations: [] });
});

test('prism-cli and prism-http have the same exact version', async () => {
  const root = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
  const cli = require('@stoplight/prism-cli/package.json').version;
  const http = require('@stoplight/prism-http/package.json').version;
  expect(cli).toBe(http);
  expect(root.devDependencies['@stoplight/prism-cli']).toBe(cli);
  expect(root.devDependencies['@stoplight/prism-http']).toBe(http);
});
