import { median } from '../compare.ts';
import { cancelAll, type LoadResult, load } from '../load.ts';
import { has } from '../machine.ts';
import { atLeast, atMost, type Row } from '../row.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { product } from '../servers/product.ts';
import { startBalancer, startStore, storeServer } from '../servers/store.ts';
import type { Bench } from './measure.ts';

type Load = {
  readonly measure: string;
  readonly orders: number;
  /** Cancels change the orders, so that each round begins with a reset. */
  readonly resets: boolean;
  readonly replicas: readonly number[];
  /** The bounds of the ratios. */
  readonly perSecond?: Pick<Row, 'must' | 'aim'>;
  readonly cpu?: Pick<Row, 'must'>;
  run(origin: string): Promise<LoadResult>;
};

/** Many clients, as several replicas have: one request after the other on each of 64 connections. */
const connections = 64;

function loads(seconds: number): readonly Load[] {
  const path = '/v1/store/orders';
  return [
    {
      measure: 'list of 1000',
      orders: 1_000,
      resets: false,
      replicas: [1, 2, 3],
      perSecond: { must: atLeast(0.65), aim: 0.8 },
      run: (origin) => load({ url: origin + path, connections, seconds }),
    },
    {
      measure: 'cancel, 10000 orders',
      orders: 10_000,
      resets: true,
      replicas: [1, 2, 3],
      perSecond: { must: atLeast(0.5) },
      run: (origin) => cancelAll(origin, 10_000, connections),
    },
    {
      measure: '404, 100000 orders',
      orders: 100_000,
      resets: false,
      replicas: [1],
      perSecond: { must: atLeast(0.5) },
      run: (origin) => load({ url: `${origin}${path}/999999999`, method: 'DELETE', connections, seconds }),
    },
    {
      measure: 'list of 1000000',
      orders: 1_000_000,
      resets: false,
      replicas: [1],
      cpu: { must: atMost(1.2) },
      // A list takes a second.
      run: (origin) => load({ url: origin + path, connections: 2, seconds: 8 * seconds }),
    },
  ];
}

/**
 * Compares replicas that share a store with as many processes that have their own memory, both behind HAProxy. The ratio is
 * that of requests per second, or of the CPU time of the simulators for one request. Needs HAProxy and a store server.
 */
export async function* scale({ files, pace }: Bench): AsyncGenerator<Row> {
  if (storeServer === undefined || !has('haproxy')) {
    console.log('scale: left out, because it needs haproxy and valkey-server or redis-server');
    return;
  }
  for (const one of loads(pace.seconds)) {
    const scenario = await files.orders(one.orders);
    for (const replicas of one.replicas) yield* compare(one, scenario, replicas, pace.rounds);
  }
}

async function* compare(one: Load, scenario: string, replicas: number, rounds: number): AsyncGenerator<Row> {
  await using store = await startStore();
  await using processes = new AsyncDisposableStack();
  const start = async (...flags: readonly string[]): Promise<ServerProcess> =>
    processes.use(await startServer(product(scenario, ...flags), 'anywhere'));
  const memory: ServerProcess[] = [];
  const shared: ServerProcess[] = [];
  for (let at = 0; at < replicas; at++) {
    memory.push(await start());
    shared.push(await start('--store', `valkey://127.0.0.1:${store.port}`));
  }
  const [alone, together] = await alternate(one, rounds, [memory, shared]);
  if (alone === undefined || together === undefined) throw new Error('nothing was measured');
  const raw = `${alone.perSecond.toFixed(0)}/s, ${alone.cpuMicros.toFixed(1)} µs`;
  const others = `${together.perSecond.toFixed(0)}/s, ${together.cpuMicros.toFixed(1)} µs`;
  const measure = `${one.measure}, ${replicas} replica${replicas > 1 ? 's' : ''} of a shared store`;
  const values = { raw, product: others };
  yield { measure, ratio: together.perSecond / alone.perSecond, ...one.perSecond, ...values };
  yield { measure: `${measure}, CPU`, ratio: together.cpuMicros / alone.cpuMicros, ...one.cpu, ...values };
}

type Sample = { readonly perSecond: number; readonly cpuMicros: number };

/** Alternates the rounds of the groups of servers, each behind a balancer. Returns the medians of each group. */
async function alternate(
  { run, resets }: Load,
  rounds: number,
  groups: readonly (readonly ServerProcess[])[],
): Promise<readonly Sample[]> {
  const taken = groups.map((): Sample[] => []);
  await using stack = new AsyncDisposableStack();
  const balancers = [];
  for (const group of groups)
    balancers.push(stack.use(await startBalancer(group.map(({ origin }) => origin))));
  for (let round = 0; round <= rounds; round++)
    for (const [at, group] of groups.entries()) {
      if (resets) for (const server of group) await server.reset();
      const before = cpuOf(group);
      const { requests, perSecond } = await run(`http://127.0.0.1:${balancers[at]?.port}`);
      // The first round warms up.
      if (round > 0) taken[at]?.push({ perSecond, cpuMicros: ((cpuOf(group) - before) / requests) * 1e6 });
    }
  return taken.map((samples) => ({
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    cpuMicros: median(samples.map(({ cpuMicros }) => cpuMicros)),
  }));
}

function cpuOf(group: readonly ServerProcess[]): number {
  return group.reduce((sum, server) => sum + server.cpuSeconds(), 0);
}
