import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { type Simulator, startSimulator } from '../../../src/simulator/start-simulator.ts';
import { packageRoot } from '../../../src/version.ts';
import { hasHaproxy, runHaproxy } from '../../support/haproxy.ts';
import { newFolder } from '../../support/new-folder.ts';
import { freePort } from '../../support/serve-here.ts';
import { StoreServer, storeProgram } from './store-server.ts';

const file = fileURLToPath(new URL('examples/scaling/haproxy.cfg', packageRoot));
const controlToken = 'token-of-the-team';
const authorized = { Authorization: 'Bearer test-api-key' };

test.runIf(hasHaproxy)('HAProxy reads the configuration without a warning', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], {
    env: { ...process.env, REPLICAS: 'sim' },
    encoding: 'utf8',
  });
  // `/etc/resolv.conf` of a machine may name a server that a network of loopback only does not reach.
  const ofMachine = /^(\[NOTICE\]|.*can't connect socket for nameserver).*\n/gm;
  expect([status, stderr.replace(ofMachine, '')]).toEqual([0, '']);
});

describe.runIf(hasHaproxy && storeProgram !== undefined)('three replicas behind HAProxy', () => {
  const stack = new AsyncDisposableStack();
  const ports = { service: 0, control: 0, health: 0 };
  const replicas: (Simulator | undefined)[] = [];
  let store: StoreServer;
  const origin = () => `http://127.0.0.9:${ports.service}`;
  const runtimeApi = join(newFolder(), 'haproxy.sock');

  /** Waits until HAProxy sends requests to these replicas and to no other. */
  const isUp = (...wanted: readonly number[]): Promise<void> =>
    expect
      .poll(
        async () => {
          const rows = await text(connect(runtimeApi).end('show stat replicas 4 -1\n'));
          return rows.match(/^replicas,sim-\d(?=,.*,UP[, ])/gm)?.map((row) => Number(row.at(-1))) ?? [];
        },
        { timeout: 20_000 },
      )
      .toEqual(wanted);

  /** All have the same ports, each at its own address. */
  const start = async (at: number): Promise<void> => {
    const host = `127.0.0.${at + 1}`;
    replicas[at] = await startSimulator({
      ...{ host, port: ports.service, controlHost: host, controlPort: ports.control, controlToken },
      ...{ controlHosts: ['127.0.0.9'], scenario: 'mixed', store: store.url, onStore: () => {} },
    });
  };
  /** Serves until HAProxy has taken it out: a connection in use ends its client's too. */
  const stop = async (at: number, others: readonly number[]): Promise<void> => {
    const drained = replicas[at]?.stop({ drainDelayMs: 60_000 });
    await isUp(...others);
    await replicas[at]?.stop();
    await drained;
    replicas[at] = undefined;
  };

  beforeAll(async () => {
    store = stack.use(await StoreServer.start());
    for (const name of ['service', 'control', 'health'] as const) ports[name] = await freePort();
    const servers = [1, 2, 3].map((at) => `server sim-${at} 127.0.0.${at}`);
    const config = readFileSync(file, 'utf8')
      .replace('global\n', `global\n    stats socket ${runtimeApi}\n`)
      .replace(/server-template .*/, servers.join('\n    '))
      .replaceAll(/(bind |dst_port |port )(:?)(4010|4011)/g, (_, word, colon, port) => {
        const own = port === '4010' ? ports.service : ports.control;
        return `${word}${colon && '127.0.0.9:'}${own}`;
      })
      .replace('bind :4012', `bind 127.0.0.1:${ports.health}`);
    await runHaproxy(stack, config, { port: ports.health });
  });
  afterAll(async () => {
    await Promise.all(replicas.map((one) => one?.stop()));
    await stack.disposeAsync();
  });

  const list = () => fetch(`${origin()}/v1/store/orders`, { headers: authorized });

  test('get an Error body from HAProxy while none of them has started', async () => {
    const response = await list();
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'application/json']);
    expect(JSON.parse(await response.text())).toEqual({
      code: 'unavailable',
      message: expect.any(String),
      status: 503,
    });
  });

  test('serve every environment while one of them is missing, and the cancel of an order succeeds once', async () => {
    await Promise.all([start(0), start(1)]);
    await isUp(1, 2);
    const control = new ControlClient({
      url: `http://127.0.0.9:${ports.control}`,
      token: controlToken,
      serviceUrl: origin(),
    });
    const names = Array.from({ length: 12 }, (_, at) => `team-${at}`);
    const environments = await Promise.all(
      names.map((name) => control.createEnvironment({ name, scenario: 'pending' })),
    );
    onTestFinished(async () => void (await Promise.all(environments.map((one) => one.delete()))));
    const cancelAll = () =>
      Promise.all(
        environments.map(async (one) => {
          const headers = { Authorization: `Bearer ${one.apiKey}` };
          const url = `${one.baseUrl}/store/orders/${one.handle('pending')}`;
          return (await fetch(url, { method: 'DELETE', headers })).status;
        }),
      );
    const all = (status: number) => names.map(() => status);
    expect(await cancelAll()).toEqual(all(204));
    // The missing one serves its part as soon as it is there, and the others take it over once it is gone.
    await start(2);
    await isUp(1, 2, 3);
    expect(await cancelAll()).toEqual(all(409));
    await stop(0, [2, 3]);
    expect(await cancelAll()).toEqual(all(409));
  });

  test('get no requests while they do not reach the store', async () => {
    await isUp(2, 3);
    await store.stop();
    await isUp();
    expect(await (await list()).json()).toMatchObject({ code: 'unavailable' });
    await store.start();
    await isUp(2, 3);
    expect((await list()).status).toBe(200);
  });
});
