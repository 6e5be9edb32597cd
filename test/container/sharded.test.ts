import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlClient, type OpenEnvironment } from '../../src/client/index.ts';
import { packageRoot } from '../../src/version.ts';
import { Container, docker, dockerText, image, label, portsOf } from './docker.ts';

const config = fileURLToPath(new URL('examples/haproxy/haproxy.cfg', packageRoot));
const token = 'token-of-the-test';
const authorized = { headers: { Authorization: `Bearer ${token}` } };
const names = ['sim-0', 'sim-1', 'sim-2'] as const;

const stack = new AsyncDisposableStack();
let replicas: readonly Container[] = [];
let network = '';
let origin = '';
let controlUrl = '';

/** Builds HAProxy of Debian on the base of the image, since that is on each machine that runs these tests. */
function buildProxy(): string {
  const text = `FROM node:24-bookworm-slim
RUN apt-get -qq update && apt-get -qq install --yes --no-install-recommends haproxy >/dev/null
ENTRYPOINT ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
`;
  const tag = 'store-orders-sim-haproxy:test';
  const { status, stderr } = spawnSync('docker', ['build', '-q', '-t', tag, '-'], {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`docker build of HAProxy failed:\n${stderr}`);
  return tag;
}

beforeAll(async () => {
  network = await dockerText('network', 'create', '--label', label, `sharded-${process.pid}`);
  stack.defer(async () => void (await docker('network', 'rm', network)));
  const hosts = ['-e', 'SIM_CONTROL_HOSTS=*.internal'];
  const common = ['--network', network, '-e', `SIM_CONTROL_TOKEN=${token}`, ...hosts];
  replicas = await Promise.all(
    names.map(async (name) =>
      stack.use(await Container.ready([...common, '--hostname', name, '--network-alias', name])),
    ),
  );
  const published = ['-p', '127.0.0.1::4010', '-p', '127.0.0.1::4011'];
  const mount = ['-v', `${config}:/usr/local/etc/haproxy/haproxy.cfg:ro`];
  const joined = ['--network', network, '--network-alias', 'orders.internal'];
  const options = ['-d', '--label', label, ...joined, ...published, ...mount];
  const proxy = await dockerText('run', ...options, buildProxy());
  stack.defer(async () => void (await docker('rm', '--force', proxy)));
  const port = await portsOf(proxy);
  [origin, controlUrl] = [`http://127.0.0.1:${port(4010)}`, `http://127.0.0.1:${port(4011)}`];
  await untilItResponds(`${controlUrl}/livez`);
}, 120_000);

afterAll(() => stack.disposeAsync());

/** The first requests may find no socket yet. */
async function untilItResponds(url: string): Promise<void> {
  const responds = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await responds()));
}

const control = () => new ControlClient({ url: controlUrl, token, serviceUrl: origin });

/** Returns the temporary environments of a replica, asked at its own address. */
async function environmentsOf(replica: Container): Promise<{ replica: string; names: readonly string[] }> {
  const response = await fetch(`${replica.controlUrl}/environments`, authorized);
  const body = JSON.parse(await response.text());
  const all: readonly string[] = body.environments.map((one: { name: string }) => one.name);
  return { replica: body.replica, names: all.filter((name) => name !== 'production' && name !== 'staging') };
}

async function request(environment: OpenEnvironment, method: string, path = ''): Promise<number> {
  const headers = { Authorization: `Bearer ${environment.apiKey}` };
  const response = await fetch(`${environment.baseUrl}/store/orders${path}`, { method, headers });
  await response.arrayBuffer();
  return response.status;
}

/** Named by number, so that the hash gives each run the same replicas. */
const createMany = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      control().createEnvironment({ name: `shard-${at}`, scenario: 'pending' }),
    ),
  );

test('a hundred environments spread over the replicas, and each keeps to one of them', async () => {
  const environments = await createMany(100);
  const races = await Promise.all(
    environments.map(async (environment) => {
      const path = `/${environment.handle('pending')}`;
      const lists = await request(environment, 'GET');
      const cancels = await Promise.all([1, 2].map(() => request(environment, 'DELETE', path)));
      return [lists, ...cancels.toSorted()];
    }),
  );
  for (const [list, first, second] of races) {
    expect([list, first]).toEqual([200, 204]);
    expect(second).not.toBe(204);
  }
  const held = await Promise.all(replicas.map(environmentsOf));
  expect(held.map(({ replica }) => replica)).toEqual(names);
  expect(held.flatMap((one) => one.names).toSorted()).toEqual(
    environments.map(({ name }) => name).toSorted(),
  );
  console.log(`100 environments: ${held.map((one) => one.names.length).join(', ')}`);
  for (const one of held) expect(one.names.length).toBeGreaterThanOrEqual(15);
  // The journal is read over HAProxy too, and has every request.
  for (const environment of environments)
    expect((await environment.journal.find({})).exchanges).toHaveLength(3);
  await Promise.all(environments.map((environment) => environment.delete()));
});

test('the keys, faults, holds and waits of the control API reach the replica of the environment', async () => {
  const environments = await createMany(6);
  for (const environment of environments) {
    await environment.faults.add({ kind: 'status', status: 503, operation: 'listOrders', times: 1 });
    const waiting = environment.journal.wait({ operation: 'listOrders', count: 2, timeout: '30s' });
    expect([await request(environment, 'GET'), await request(environment, 'GET')]).toEqual([503, 200]);
    expect((await waiting).exchanges).toHaveLength(2);
    await environment.delete();
  }
});

test('production and staging are one each, on whichever connection', async () => {
  const path = '/v1/store/orders/48250918';
  const cancel = (prefix: string, key: string) =>
    fetch(origin + prefix + path, { method: 'DELETE', headers: { Authorization: `Bearer ${key}` } });
  for (const [prefix, key] of [
    ['', 'test-api-key'],
    ['/staging', 'test-staging-key'],
  ] as const) {
    const responses = await Promise.all(Array.from({ length: 12 }, () => cancel(prefix, key)));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  }
});

test('addresses are those of HAProxy where they are certain, and left out where they are not', async () => {
  const program = `
    const headers = { Authorization: 'Bearer ${token}' };
    const view = await (await fetch('http://orders.internal:4011/environments/staging', { headers })).json();
    const orders = await fetch(view.baseUrl + '/store/orders', { headers: { Authorization: 'Bearer test-staging-key' } });
    console.log(view.baseUrl, orders.status);`;
  const inside = ['run', '--rm', '--label', label, '--network', network, '--entrypoint', 'node', image];
  const { stdout } = await docker(...inside, '--input-type=module', '--eval', program);
  expect(stdout).toBe('http://orders.internal:4010/staging/v1 200\n');
  const outside = await fetch(`${controlUrl}/environments/staging`, authorized);
  const { baseUrl, baseUrlHint } = JSON.parse(await outside.text());
  expect([baseUrl, baseUrlHint]).toEqual([undefined, expect.stringContaining('SIM_PUBLIC_URL')]);
});

test('a replica that restarts loses only its own environments, and nothing moves meanwhile', async () => {
  const environments = await createMany(30);
  const [lost] = replicas;
  if (lost === undefined) throw new Error('no replica');
  const gone = new Set((await environmentsOf(lost)).names);
  expect([gone.size > 0, gone.size < 30]).toEqual([true, true]);
  await docker('kill', lost.id);
  // A client connection that reached the replica before is closed; a new one gets 503.
  const statuses = () =>
    Promise.all(
      environments.map(async (one) => [gone.has(one.name), await request(one, 'GET').catch(() => 503)]),
    );
  for (const [isGone, status] of await statuses()) expect(status).toBe(isGone ? 503 : 200);
  await docker('start', lost.id);
  const [one] = environments.filter(({ name }) => gone.has(name));
  while ((await request(one as OpenEnvironment, 'GET').catch(() => 503)) === 503);
  for (const [isGone, status] of await statuses()) expect(status).toBe(isGone ? 404 : 200);
  const other = await control().createEnvironment({ name: one?.name ?? '', scenario: 'pending' });
  expect(await request(other, 'GET')).toBe(200);
});
