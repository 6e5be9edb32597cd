import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { atLeast, atMost, type Bench, compare, type Row } from './compare.ts';
import { startRows } from './process.ts';
import { listing, speeds } from './requests.ts';
import { product, type ServerCommand } from './server.ts';

/** Compares with Prism's mock, which the checker installs; the column raw is Prism here. */
export async function* besidePrism(bench: Bench): AsyncGenerator<Row> {
  yield* beside(bench, prism, true);
}

/** Installs Mockoon, json-server and WireMock and compares with them; the column raw is theirs. */
export async function* besidePeers(bench: Bench): AsyncGenerator<Row> {
  for (const peer of await installPeers(`${bench.folder}/peers`)) yield* beside(bench, peer, false);
}

async function* beside({ orders, folder, pace }: Bench, peer: Peer, bounded: boolean): AsyncGenerator<Row> {
  for (const size of [100, 1_000]) {
    const scenario = await orders(size);
    const command = await peer.command(scenario, folder);
    const compared = await compare(command, product(scenario), pace, listing(pace.seconds));
    const bounds = bounded ? { must: atLeast(size === 100 ? 5 : 10), aim: 25 } : {};
    yield {
      measure: `list of ${size}, beside ${peer.name}`,
      ratio: compared.speed,
      ...bounds,
      ...speeds(compared),
    };
  }
  const command = await peer.command(await orders(100), folder);
  const must = bounded ? atMost(0.25) : undefined;
  yield* startRows(
    `start, beside ${peer.name}`,
    [command, product('pending')],
    2,
    must,
    bounded ? 0.17 : undefined,
  );
}

/** Another server that teams use as a mock, with the orders of a JSON scenario. */
type Peer = {
  readonly name: string;
  command(scenario: string, folder: string): Promise<ServerCommand>;
};

const root = fileURLToPath(new URL('../', import.meta.url));

/** Prism's mock, which the checker installs: the list is an example in the OpenAPI document. */
const prism: Peer = {
  name: 'Prism mock',
  command: async (scenario, folder) => {
    const document = parse(await readFile(join(root, 'openapi/store-orders.yaml'), 'utf8'));
    const answer = document.paths['/store/orders'].get.responses['200'].content['application/json'];
    delete answer.examples;
    answer.example = await ordersOf(scenario);
    const file = await write(folder, 'prism.yaml', stringify(document));
    const port = await freePort();
    const bin = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'));
    const command = [process.execPath, bin, 'mock', '-m', 'false', '-p', `${port}`, '-v', 'silent', file];
    return { name: 'Prism mock', command, origin: `http://127.0.0.1:${port}`, listPath: '/store/orders' };
  },
};

/** The packages that `--peers` installs into a temporary folder. */
const packages = ['@mockoon/cli@9.9.0', 'json-server@0.17.4', 'wiremock@3.13.2'];

/** Installs the other peers with npm. WireMock's package contains its jar and needs Java. */
async function installPeers(folder: string): Promise<readonly Peer[]> {
  await mkdir(folder, { recursive: true });
  await write(folder, 'package.json', '{}');
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder });
  const bin = (name: string): string => join(folder, 'node_modules/.bin', name);
  return [mockoon(bin('mockoon-cli')), jsonServer(bin('json-server')), wiremock(bin('wiremock'))];
}

const listPath = '/v1/store/orders';

function mockoon(bin: string): Peer {
  return {
    name: 'Mockoon',
    command: async (scenario, folder) => {
      const port = await freePort();
      const body = JSON.stringify(await ordersOf(scenario));
      const response = {
        uuid: 'r',
        body,
        statusCode: 200,
        headers: [],
        default: true,
        rules: [],
        bodyType: 'INLINE',
        disableTemplating: true,
      };
      const route = {
        uuid: 'o',
        type: 'http',
        method: 'get',
        endpoint: 'v1/store/orders',
        responses: [response],
      };
      const environment = {
        uuid: 'e',
        lastMigration: 33,
        name: 'orders',
        port,
        hostname: '127.0.0.1',
        routes: [route],
      };
      const file = await write(folder, 'mockoon.json', JSON.stringify(environment));
      const command = [
        process.execPath,
        bin,
        'start',
        '--data',
        file,
        '--port',
        `${port}`,
        '--disable-log-to-file',
        '--repair',
      ];
      return { name: 'Mockoon', command, origin: `http://127.0.0.1:${port}` };
    },
  };
}

function jsonServer(bin: string): Peer {
  return {
    name: 'json-server',
    command: async (scenario, folder) => {
      const port = await freePort();
      const file = await write(
        folder,
        'json-server.json',
        JSON.stringify({ orders: await ordersOf(scenario) }),
      );
      const command = [process.execPath, bin, '--quiet', '--host', '127.0.0.1', '--port', `${port}`, file];
      return { name: 'json-server', command, origin: `http://127.0.0.1:${port}`, listPath: '/orders' };
    },
  };
}

function wiremock(bin: string): Peer {
  return {
    name: 'WireMock',
    command: async (scenario, folder) => {
      const port = await freePort();
      const mappings = join(folder, 'wiremock/mappings');
      await mkdir(mappings, { recursive: true });
      const headers = { 'Content-Type': 'application/json' };
      const response = { status: 200, headers, body: JSON.stringify(await ordersOf(scenario)) };
      await write(
        mappings,
        'list.json',
        JSON.stringify({ request: { method: 'GET', url: listPath }, response }),
      );
      const command = [
        process.execPath,
        bin,
        '--port',
        `${port}`,
        '--no-request-journal',
        '--root-dir',
        join(folder, 'wiremock'),
      ];
      return { name: 'WireMock', command, origin: `http://127.0.0.1:${port}` };
    },
  };
}

async function ordersOf(scenario: string): Promise<readonly unknown[]> {
  const { orders } = JSON.parse(await readFile(scenario, 'utf8'));
  return orders.map(({ status: _, ...shown }: { status?: string }) => shown);
}

async function write(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
