import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { closedPort } from '../../test/helpers/serve-here.ts';
import type { Opened, Target } from './targets.ts';
import { inCache, runWell } from './tool.ts';
import { toolDocument } from './tool-document.ts';

/** A server by others that is made of the document, or of a file with orders. */
type Stub = {
  readonly package: string;
  readonly version: string;
  readonly setUp: string;
  /** Files beside `orders.yaml`. */
  readonly files?: Readonly<Record<string, string>>;
  /** The arguments of Node. */
  command(port: number): readonly string[];
};

const key = 'Secret-key-of-the-shop-1';
const versions = {
  '@mockoon/cli': '9.9.0',
  'json-server': '0.17.4',
  'openapi-backend': '5.21.2',
  express: '5.3.0',
};
const folder = (): string => inCache('stubs-1');
const file = (path: string): string => join(folder(), 'node_modules', path);
const require = createRequire(import.meta.url);

const unauthorized = `res.status(401).json({ code: 'unauthorized', message: 'No valid key', status: 401 })`;
const order = (id: number, complete: boolean) => ({
  ...{ id, petId: 7, quantity: 2, shipDate: '2026-01-20T10:00:00Z', complete },
});

const stubs: readonly Stub[] = [
  {
    package: '@stoplight/prism-cli',
    version: require('@stoplight/prism-cli/package.json').version,
    setUp: '`prism mock`, which answers with examples of the document',
    command: (port) => [
      ...[
        require.resolve('@stoplight/prism-cli/dist/index.js'),
        'mock',
        'orders.yaml',
        '--multiprocess=false',
      ],
      ...['--host', '127.0.0.1', '--port', `${port}`],
    ],
  },
  {
    package: '@mockoon/cli',
    version: versions['@mockoon/cli'],
    setUp: '`mockoon-cli start --data` with the document',
    command: (port) => [
      ...[file('@mockoon/cli/bin/run.js'), 'start', '--data', 'orders.yaml', '--port', `${port}`],
      '--disable-log-to-file',
    ],
  },
  {
    package: 'json-server',
    version: versions['json-server'],
    setUp: 'two orders, routes below /v1, and a middleware that requires the key',
    files: {
      'db.json': JSON.stringify({ orders: [order(101, false), order(201, true)] }),
      'routes.json': JSON.stringify({ '/v1/store/orders': '/orders', '/v1/store/orders/:id': '/orders/:id' }),
      'auth.cjs': `module.exports = (req, res, next) => (req.headers.authorization === 'Bearer ${key}' ? next() : ${unauthorized});`,
    },
    command: (port) => [
      ...[
        file('json-server/lib/cli/bin.js'),
        'db.json',
        '--routes',
        'routes.json',
        '--middlewares',
        'auth.cjs',
      ],
      ...['--host', '127.0.0.1', '--port', `${port}`, '--quiet'],
    ],
  },
  {
    package: 'openapi-backend',
    version: versions['openapi-backend'],
    setUp: 'a stub in Express: the key is required, responses are mocked from the document',
    files: {
      'server.cjs': `const express = require('express');
const { OpenAPIBackend } = require('openapi-backend');
const error = (status) => (c, req, res) => res.status(status).json({ code: 'refused', message: 'Refused', status });
const api = new OpenAPIBackend({
  definition: './orders.yaml',
  apiRoot: '/v1',
  handlers: {
    notFound: error(404),
    validationFail: error(400),
    unauthorizedHandler: error(401),
    notImplemented: (c, req, res) => {
      const { status, mock } = c.api.mockResponseForOperation(c.operation.operationId);
      return status === 204 ? res.status(204).end() : res.status(status).json(mock);
    },
  },
});
api.registerSecurityHandler('apiKey', (c) => c.request.headers.authorization === 'Bearer ${key}');
api.init();
const app = express();
app.use((req, res) => api.handleRequest(req, req, res));
app.listen(Number(process.argv[2]), '127.0.0.1');
`,
    },
    command: (port) => ['server.cjs', `${port}`],
  },
];

/** A stub as a target. Its name is the package with its version. */
export type OtherServer = Target & { readonly setUp: string };

export const otherServers: readonly OtherServer[] = stubs.map((stub) => ({
  name: `${stub.package} ${stub.version}`,
  setUp: stub.setUp,
  honest: 'tiny',
  operations: ['listOrders', 'cancelOrder'],
  pendingIds: [101n],
  shippedIds: [201n],
  with: (use) => withStub(stub, use),
}));

/** Installs the packages of the stubs, unless they are there. */
export async function installOthers(): Promise<void> {
  if (Object.keys(versions).every((name) => existsSync(file(`${name}/package.json`)))) return;
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder()];
  const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  await runWell('npm', ['install', ...flags, ...names], folder());
}

async function withStub<Result>(stub: Stub, use: (opened: Opened) => Promise<Result>): Promise<Result> {
  // Below the folder of the packages, so that the stub finds them.
  const place = mkdtempSync(join(folder(), 'run-'));
  const port = closedPort;
  const opened = { url: `http://127.0.0.1:${port}/v1`, key, requests: () => 0 };
  const document = toolDocument(opened, { pendingIds: [101n], shippedIds: [201n] }, '3.0.3');
  // Prism mocks at the paths of the document.
  const isPrism = stub.package.includes('prism');
  const files = {
    'orders.yaml': isPrism ? document.replaceAll('  /store', '  /v1/store') : document,
    ...stub.files,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
  const options = { cwd: place, stdio: 'ignore', env: { ...env, SCARF_ANALYTICS: 'false' } } as const;
  const child = spawn(execPath, stub.command(port), options);
  const ended = once(child, 'exit');
  try {
    await listening(opened.url);
    return await use(opened);
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(place, { recursive: true });
  }
}

async function listening(url: string): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const isThere = await fetch(`${url}/store/orders`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Nothing listens at ${url}.`);
}
