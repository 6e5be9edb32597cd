import { type Comparison, compareRunning, median, quantile, type Round } from '../compare.ts';
import { cancelByCannon, load } from '../load.ts';
import { atLeast, atMost, type Bound, type Row } from '../row.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { control, product } from '../servers/product.ts';
import { createEnvironment, startShared } from '../servers/shared.ts';
import { type StoreProcess, startStore, storeProgram } from '../servers/store.ts';
import { cpuTimes, listing, speeds } from './lists.ts';
import type { Bench } from './measure.ts';
import { keptInMemory, keptInStore } from './scale-memory.ts';

/** Costs of a shared store, beside simulators without one. CPU time is that of all processes, the store included. */
export async function* scale(bench: Bench): AsyncGenerator<Row> {
  if (storeProgram === undefined) throw new Error('neither valkey-server nor redis-server is installed');
  await using store = await startStore();
  for (const part of [besideNoStore, hashing, roundRobin, wrongKeys, unknownNames, besideWaits, firstRequest])
    yield* part(store, bench);
  yield* keptInMemory(store, bench);
  yield* keptInStore(store, bench);
}

/** Processes and their store as one server: its CPU time is that of all. */
function together(store: StoreProcess, [first, ...others]: readonly ServerProcess[]): ServerProcess {
  if (first === undefined) throw new Error('no process');
  const cpu = () => [store, first, ...others].reduce((sum, one) => sum + one.cpuSeconds(), 0);
  // Its getters are those of the first.
  return Object.assign(Object.create(first), { cpuSeconds: cpu });
}

async function* besideNoStore(store: StoreProcess, { files, pace }: Bench): AsyncGenerator<Row> {
  const rounds: readonly (readonly [name: string, size: number, must: Bound, round: Round])[] = [
    ['list of 1,000', 1_000, atMost(1.5), listing(pace.seconds)],
    ['cancel', 10_000, atMost(2), { prepare: (server) => server.reset(), run: cancelAmong(10_000, 16) }],
  ];
  for (const [name, size, must, round] of rounds) {
    const scenario = await files.orders(size);
    await using alone = await startServer(product(scenario));
    await using shared = await startShared(store, name.slice(0, 4), scenario);
    const compared = await compareRunning(alone, together(store, shared.all), pace, { ...round, warmUps: 4 });
    yield { measure: `${name} with a store, CPU`, ratio: compared.cpu, must, ...cpuTimes(compared) };
  }
}

const cancelAmong =
  (size: number, connections: number, origins?: readonly string[]): Round['run'] =>
  async ({ origin }) => {
    const { requests, seconds } = await cancelByCannon(origins ?? [origin], size, connections);
    return { requests, perSecond: requests / seconds };
  };

/** Twelve environments, each with four clients: all in one process, or each in one of three. */
async function* hashing(store: StoreProcess, { files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(100);
  await using one = await startShared(store, 'one', scenario);
  await using three = await startShared(store, 'three', scenario, 3);
  const names = Array.from({ length: 12 }, (_, at) => `hashed-${at}`);
  const keys = new Map<string, string>();
  for (const { all } of [one, three])
    for (const name of names) keys.set(name, await createEnvironment(all[0], name));
  const run = async (all: readonly ServerProcess[]) => {
    const results = await Promise.all(
      names.map((name, at) => {
        const url = `${all[at % all.length]?.origin}/${name}/v1/store/orders`;
        return load({ url, key: keys.get(name) ?? '', connections: 4, seconds: pace.seconds });
      }),
    );
    const sum = (of: 'requests' | 'perSecond') => results.reduce((total, result) => total + result[of], 0);
    return { requests: sum('requests'), perSecond: sum('perSecond') };
  };
  const [single, several] = [together(store, one.all), together(store, three.all)];
  const compared = await compareRunning(single, several, pace, {
    run: (server) => run(server === single ? one.all : three.all),
  });
  yield row('3 processes with hashing beside 1, CPU', 'cpu', compared, atMost(1.1));
  yield row('3 processes with hashing beside 1, requests', 'speed', compared);
}

function row(measure: string, of: 'cpu' | 'speed', compared: Comparison, must?: Bound): Row {
  const values = of === 'cpu' ? cpuTimes(compared) : speeds(compared);
  return { measure, ratio: compared[of], ...(must && { must }), ...values };
}

async function* roundRobin(store: StoreProcess, { files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(10_000);
  await using alone = await startServer(product(scenario));
  await using shared = await startShared(store, 'turn', scenario, 3);
  const among = cancelAmong(
    10_000,
    64,
    shared.all.map(({ origin }) => origin),
  );
  const compared = await compareRunning(alone, together(store, shared.all), pace, {
    prepare: (server) => server.reset(),
    run: (server) => (server === alone ? cancelAmong(10_000, 64)(server) : among(server)),
  });
  yield row('cancel by 64 clients in turn among 3, requests', 'speed', compared, atLeast(0.25));
  yield row('cancel by 64 clients in turn among 3, CPU', 'cpu', compared);
}

async function* wrongKeys(store: StoreProcess, { files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(10);
  await using few = await startShared(store, 'few', scenario);
  await using many = await startShared(store, 'many', scenario);
  for (let at = 0; at < 5_000; at++) await createEnvironment(many.all[0], `bench-${at}`);
  const [one, other] = [together(store, few.all), together(store, many.all)];
  const compared = await compareRunning(one, other, pace, flood('/v1/store/orders', pace.seconds));
  yield row('401 with 5,000 environments beside 1, CPU', 'cpu', compared, atMost(1.1));
}

/** A flood of requests with a wrong key. */
const flood = (path: string, seconds: number): Round => ({
  run: ({ origin }) => load({ url: origin + path, key: 'Bearer another-key', connections: 16, seconds }),
});

async function* unknownNames(store: StoreProcess, { files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(10);
  await using alone = await startServer(product(scenario));
  await using shared = await startShared(store, 'unknown', scenario);
  const unknown = flood('/not-there/v1/store/orders', pace.seconds);
  const compared = await compareRunning(alone, together(store, shared.all), pace, unknown);
  yield row('unknown environment with a store, CPU', 'cpu', compared);
  const times = await besideFloods(shared.all[0], ['/v1/store/orders', '/not-there/v1/store/orders']);
  const [known = [], foreign = []] = times;
  yield {
    measure: 'list beside a flood of unknown environments, over one of 401, p50',
    ratio: median(foreign) / median(known),
    must: atMost(1.5),
    ...milliseconds(known, foreign),
  };
}

const milliseconds = (one: readonly number[], other: readonly number[]): Pick<Row, 'raw' | 'product'> => ({
  raw: `${median(one).toFixed(2)} ms`,
  product: `${median(other).toFixed(2)} ms`,
});

async function besideFloods(
  server: ServerProcess | undefined,
  paths: readonly string[],
): Promise<readonly (readonly number[])[]> {
  if (server === undefined) throw new Error('no process');
  const times: number[][] = paths.map(() => []);
  for (let round = 0; round < 4; round++)
    for (const [at, path] of paths.entries()) {
      const flooding = flood(path, 1).run(server);
      for (let sent = 0; sent < 100; sent++) times[at]?.push(await timeOf(server, 'GET', '/v1/store/orders'));
      await flooding;
    }
  return times;
}

/** Returns the milliseconds of one request. */
async function timeOf(
  { origin }: ServerProcess,
  method: string,
  path: string,
  authorization = 'Bearer test-api-key',
): Promise<number> {
  const begun = performance.now();
  const response = await fetch(origin + path, { method, headers: { authorization } });
  await response.arrayBuffer();
  if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status}`);
  return performance.now() - begun;
}

/** 200 calls that wait for the journal, each in another environment, in the process that serves the cancels. */
async function* besideWaits(store: StoreProcess, { files }: Bench): AsyncGenerator<Row> {
  await using shared = await startShared(store, 'waits', await files.orders(10_000), 2);
  const [server, other] = shared.all;
  if (server === undefined || other === undefined) return;
  const cancels = async (from: number): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let at = 0; at < 450; at++)
      times.push(await timeOf(server, 'DELETE', `/v1/store/orders/${from + at + Math.floor(at / 9)}`));
    return times.slice(50);
  };
  const before = await cancels(1);
  const waits: Promise<unknown>[] = [];
  for (let at = 0; at < 200; at++) {
    await createEnvironment(other, `wait-${at}`);
    const path = `/environments/wait-${at}/journal/wait?count=1000&timeout=60s`;
    waits.push(control(server.said, 'GET', path).catch(() => undefined));
  }
  const during = await cancels(1_001);
  yield {
    measure: 'cancel beside 200 waits, more of 2 ms, p50',
    ratio: (median(during) - median(before)) / 2,
    must: atMost(1),
    ...milliseconds(before, during),
  };
  yield {
    measure: 'cancel beside 200 waits, more of 2 ms, p95',
    ratio: (quantile(during, 0.95) - quantile(before, 0.95)) / 2,
    raw: `${quantile(before, 0.95).toFixed(2)} ms`,
    product: `${quantile(during, 0.95).toFixed(2)} ms`,
  };
}

async function* firstRequest(store: StoreProcess, { files }: Bench): AsyncGenerator<Row> {
  await using shared = await startShared(store, 'first', await files.orders(10), 2);
  const [one, other] = shared.all;
  if (other === undefined) return;
  const times: number[] = [];
  for (let at = 0; at < 5; at++) {
    const scenario = { generate: [{ count: 10_000, firstId: 1 }] };
    const key = await createEnvironment(one, `large-${at}`, scenario);
    times.push(await timeOf(other, 'GET', `/large-${at}/v1/store/orders`, key));
  }
  yield {
    measure: 'first request to 10,000 orders made elsewhere, of 1 s',
    ratio: Math.max(...times) / 1_000,
    must: atMost(1),
    raw: '1000 ms',
    product: `${Math.max(...times).toFixed(0)} ms`,
  };
}
