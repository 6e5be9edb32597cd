import { spawn, spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NoResponse, StoreOrders } from '../../../examples/clients/typescript/store-orders.ts';
import { packageRoot } from '../../../src/version.ts';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, stagingKey, testKey } from '../../support/open-test-simulator.ts';
import { serveHere } from '../../support/serve-here.ts';

const [pending, shipped, missing] = [9007199254740993n, 9223372036854775807n, -9223372036854775808n];
const orders = [
  placed(1n),
  placed(pending),
  placed(shipped, 'shipped', { quantity: 2n }),
  placed(4n, 'cancelled'),
];
const folder = new URL('examples/clients/', packageRoot);
// The tests require only Node: a machine without Python runs only the TypeScript client.
const withPython = spawnSync('python3', ['--version']).status === 0;
const smokes = [
  ['TypeScript', process.execPath, fileURLToPath(new URL('typescript/smoke.ts', folder))] as const,
  ...(withPython ? [['Python', 'python3', fileURLToPath(new URL('python/smoke.py', folder))] as const] : []),
];
const unexpected = [
  [
    'a shipped order that is named as pending',
    testKey,
    [shipped, pending, missing],
    'cancelling a pending order: conflict',
  ],
  [
    'an existing order that is named as missing',
    testKey,
    [pending, shipped, 1n],
    'the order 1 is in the list',
  ],
  ['an order that is not listed', testKey, [pending, 77n, missing], 'an order is not in the list'],
  ['an invalid key', 'no-key', [pending, shipped, missing], 'unauthorized: '],
] as const;

test.each(smokes)('the %s client passes against profile vary', async (_language, ...command) => {
  await using simulator = await openTestSimulator({ orders, profile: 'vary', seed: '1' });
  const { code, output } = await smoke(command, simulator.baseUrl, testKey, [pending, shipped, missing]);
  expect(output).toMatch(/401: a cancel with an invalid key\n$/);
  expect(code).toBe(0);
});

test.each(smokes.slice(0, 1))('the %s client passes against staging', async (_language, ...command) => {
  await using simulator = await openTestSimulator({ stagingOrders: orders });
  const ids = [pending, shipped, missing] as const;
  expect(await smoke(command, simulator.stagingBaseUrl, stagingKey, ids)).toMatchObject({ code: 0 });
});

test.each(
  smokes.flatMap(([language, ...command]) =>
    (language === 'TypeScript' ? unexpected : unexpected.slice(0, 1)).map(([what, key, ids, sentence]) => ({
      language,
      command,
      what,
      key,
      ids,
      sentence,
    })),
  ),
)('the $language client reports $what', async ({ command, key, ids, sentence }) => {
  await using simulator = await openTestSimulator({ orders });
  const { code, output } = await smoke(command, simulator.baseUrl, key, ids);
  expect(output).toContain(`unexpected: ${sentence}`);
  expect(code).toBe(1);
});

/** Python would otherwise write its bytecode beside the example. */
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
const wait = () => Promise.resolve();

test('a rejected cancel is uncertain after an attempt without a response', async () => {
  await using server = await silentServer(1, 409);
  const store = new StoreOrders(server.baseUrl, 'key', { wait });
  expect(await store.cancelOrder(1n)).toBe('uncertain');
  expect(await store.cancelOrder(1n)).toBe('conflict');
  expect(server.requests).toHaveLength(3);
});

test('a 204 after an attempt without a response is a cancel', async () => {
  await using server = await silentServer(2, 204);
  expect(await new StoreOrders(server.baseUrl, 'key', { wait }).cancelOrder(1n)).toBe('cancelled');
  expect(server.requests).toEqual(Array(3).fill('DELETE /v1/store/orders/1'));
});

test('the client gives up after its last attempt', async () => {
  await using server = await silentServer(9, 204);
  const store = new StoreOrders(server.baseUrl, 'key', { wait, attempts: 2 });
  await expect(store.cancelOrder(1n)).rejects.toThrow(NoResponse);
  expect(server.requests).toHaveLength(2);
});

test('a request with a response is never repeated', async () => {
  await using server = await silentServer(0, 503);
  await expect(new StoreOrders(server.baseUrl, 'key', { wait }).cancelOrder(1n)).rejects.toThrow(
    'returned 503',
  );
  expect(server.requests).toHaveLength(1);
});

test.runIf(withPython)('the Python client follows the same rule', async () => {
  await using server = await silentServer(1, 409);
  const program = [
    'import sys; from store_orders import *',
    `store = StoreOrders(sys.argv[1], "key", wait=lambda attempt: None)`,
    'print(store.cancel_order(1).value, store.cancel_order(1).value)',
  ].join('\n');
  const { output } = await end(
    spawn('python3', ['-c', program, server.baseUrl], { cwd: new URL('python/', folder), env }),
  );
  expect(output).toBe('uncertain conflict\n');
  expect(server.requests).toHaveLength(3);
});

type SilentServer = AsyncDisposable & { readonly baseUrl: string; readonly requests: string[] };

/** A server that closes the first connections without a response, and then responds to every request with one status. */
async function silentServer(cuts: number, status: number): Promise<SilentServer> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (requests.length <= cuts) request.socket.destroy();
    else response.writeHead(status).end();
  });
  const { origin, [Symbol.asyncDispose]: close } = await serveHere(server);
  return { baseUrl: `${origin}/v1`, requests, [Symbol.asyncDispose]: close };
}

function smoke(
  [program, script]: readonly string[],
  baseUrl: string,
  key: string,
  ids: readonly bigint[],
): Promise<{ code: number | null; output: string }> {
  return end(spawn(program ?? '', [script ?? '', baseUrl, key, ...ids.map(String)], { env }));
}

function end(child: ReturnType<typeof spawn>): Promise<{ code: number | null; output: string }> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
