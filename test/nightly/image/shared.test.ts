import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ControlClient, type OpenEnvironment } from '../../../src/client/index.ts';
import { packageRoot } from '../../../src/version.ts';
import { Container, docker, dockerText, label, portsOf } from '../../e2e/image/docker.ts';

const folder = fileURLToPath(new URL('examples/scaling', packageRoot));
const { services } = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'));
const token = 'token-of-the-test';
const authorized = { headers: { Authorization: `Bearer ${token}` } };

const stack = new AsyncDisposableStack();
let replicas: readonly Container[] = [];
let network = '';
let origin = '';
let controlUrl = '';

const variables = (service: { readonly environment: Readonly<Record<string, string>> }) =>
  Object.entries(service.environment).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
const joined = (name: string) => ['--label', label, '--network', network, '--network-alias', name];

async function run(name: string, ...args: readonly string[]): Promise<string> {
  const id = await dockerText('run', '-d', ...joined(name), ...args);
  stack.defer(async () => void (await docker('rm', '--force', '--volumes', id)));
  return id;
}

const proxyTag = 'store-orders-sim-haproxy:test';

/**
 * Returns an image with HAProxy of Debian, on the base of the image, since that is on each machine that runs these tests. It
 * is built once for a machine, which needs the network.
 */
function proxyImage(): string {
  if (spawnSync('docker', ['image', 'inspect', proxyTag], { stdio: 'ignore' }).status === 0) return proxyTag;
  const text = `FROM node:24-bookworm-slim
RUN apt-get -qq update && apt-get -qq install --yes --no-install-recommends haproxy >/dev/null
ENTRYPOINT ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
`;
  const { status, stderr } = spawnSync('docker', ['build', '-q', '-t', proxyTag, '-'], {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`docker build of HAProxy failed:\n${stderr}`);
  return proxyTag;
}

// The services of the Compose file, without Compose.
beforeAll(async () => {
  network = await dockerText('network', 'create', '--label', label, `shared-${process.pid}`);
  stack.defer(async () => void (await docker('network', 'rm', network)));
  const { haproxy, sim, store } = services;
  await run('store', store.image, ...store.command);
  const own = ['-e', `SIM_CONTROL_TOKEN=${token}`, '-e', 'SIM_CONTROL_HOSTS=*'];
  const limits = ['--read-only', '--cap-drop', sim.cap_drop[0], '--memory', sim.mem_limit];
  const options = [...joined('sim'), ...variables(sim), ...own, ...limits];
  replicas = await Promise.all(
    Array.from({ length: sim.deploy.replicas }, async () => stack.use(await Container.ready(options))),
  );
  const published = ['-p', '127.0.0.1::4010', '-p', '127.0.0.1::4011'];
  const mount = ['-v', haproxy.volumes[0].replace('.', folder)];
  const proxy = await run('orders.internal', ...variables(haproxy), ...published, ...mount, proxyImage());
  const port = await portsOf(proxy);
  [origin, controlUrl] = [`http://127.0.0.1:${port(4010)}`, `http://127.0.0.1:${port(4011)}`];
  await untilItResponds();
}, 120_000);

afterAll(() => stack.disposeAsync());

/** Until HAProxy has found a replica. */
async function untilItResponds(): Promise<void> {
  const responds = () =>
    fetch(`${controlUrl}/livez`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await responds()));
}

const control = () => new ControlClient({ url: controlUrl, token, serviceUrl: origin });

async function request(environment: OpenEnvironment, method: string, path = ''): Promise<number> {
  const headers = { Authorization: `Bearer ${environment.apiKey}` };
  const response = await fetch(`${environment.baseUrl}/store/orders${path}`, { method, headers });
  await response.arrayBuffer();
  return response.status;
}

const createMany = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      control().createEnvironment({ name: `shared-${at}`, scenario: 'pending' }),
    ),
  );

test('thirty environments spread over the replicas, and of two cancels of an order one succeeds', async () => {
  const environments = await createMany(30);
  for (const environment of environments) {
    const path = `/${environment.handle('pending')}`;
    const cancels = await Promise.all([1, 2].map(() => request(environment, 'DELETE', path)));
    expect(cancels.toSorted()).toEqual([204, 409]);
    expect((await environment.journal.find({})).exchanges).toHaveLength(2);
  }
  for (const replica of replicas) {
    const metrics = await (await fetch(`${replica.controlUrl}/metrics`, authorized)).text();
    expect(metrics).toMatch(/^store_orders_sim_requests_total\{.*\bstatus="204".*\} [1-9]/m);
  }
  await Promise.all(environments.map((environment) => environment.delete()));
});

test('replicas that restart one after the other lose nothing, and no request fails meanwhile', async () => {
  const environments = await createMany(12);
  const cancelled = (one: OpenEnvironment) => request(one, 'DELETE', `/${one.handle('pending')}`);
  expect(new Set(await Promise.all(environments.map(cancelled)))).toEqual(new Set([204]));
  const restarted = (async () => {
    for (const { id } of replicas) await docker('restart', '--time', '20', id);
    return true;
  })();
  const statuses = new Set<number>();
  while (!(await Promise.race([restarted, false])))
    for (const status of await Promise.all(environments.map((one) => request(one, 'GET'))))
      statuses.add(status);
  expect(statuses).toEqual(new Set([200]));
  expect(new Set(await Promise.all(environments.map(cancelled)))).toEqual(new Set([409]));
});
