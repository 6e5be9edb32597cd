import { median } from '../compare.ts';
import { cancelAll, type LoadResult, load } from '../load.ts';
import { has } from '../machine.ts';
import type { Row } from '../row.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { product } from '../servers/product.ts';
import { startBalancer, startStore, storeServer } from '../servers/store.ts';
import type { Bench } from './measure.ts';

/** Measured with one request after the other on each of 16 connections, as everywhere. */
type Load = {
  readonly measure: string;
  readonly orders: number;
  /** Cancels change the orders, so that each round begins with a reset. */
  readonly resets: boolean;
  run(origin: string): Promise<LoadResult>;
};

const loads = (seconds: number): readonly Load[] => [
  {
    measure: 'list of 1000',
    orders: 1_000,
    resets: false,
    run: (origin) => load({ url: `${origin}/v1/store/orders`, connections: 16, seconds }),
  },
  {
    measure: 'cancel, 10000 orders',
    orders: 10_000,
    resets: true,
    run: (origin) => cancelAll(origin, 10_000),
  },
];

/**
 * Compares one process with its own memory to 1, 2 and 3 replicas that share a store, all behind HAProxy. The ratio is that
 * of requests per second; the CPU time is that of the simulators for one request. Needs HAProxy and a store server.
 */
export async function* scale({ files, pace }: Bench): AsyncGenerator<Row> {
  if (storeServer === undefined || !has('haproxy')) {
    console.log('scale: left out, because it needs haproxy and valkey-server or redis-server');
    return;
  }
  for (const one of loads(pace.seconds)) {
    const scenario = await files.orders(one.orders);
    for (const replicas of [1, 2, 3]) {
      await using store = await startStore();
      const flags = ['--store', `valkey://127.0.0.1:${store.port}`];
      await using memory = await startServer(product(scenario), 'anywhere');
      await using group = new AsyncDisposableStack();
      const shared: ServerProcess[] = [];
      for (let at = 0; at < replicas; at++)
        shared.push(group.use(await startServer(product(scenario, ...flags), 'anywhere')));
      const samples = await alternate(one, pace.rounds, [[memory], shared]);
      const [alone, together] = samples;
      if (alone === undefined || together === undefined) throw new Error('nothing was measured');
      const raw = `${alone.perSecond.toFixed(0)}/s, ${alone.cpuMicros.toFixed(1)} µs`;
      const others = `${together.perSecond.toFixed(0)}/s, ${together.cpuMicros.toFixed(1)} µs`;
      const measure = `${one.measure}, ${replicas} replica${replicas > 1 ? 's' : ''} of a shared store`;
      yield { measure, ratio: together.perSecond / alone.perSecond, raw, product: others };
      const cpu = `${measure}, CPU`;
      yield { measure: cpu, ratio: together.cpuMicros / alone.cpuMicros, raw, product: others };
    }
  }
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
      if (resets) await group[0]?.reset();
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
