import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { drawFraction } from '../../../src/draw.ts';
import { type Load, runAndJudge } from './history.ts';
import { ServedProcess } from './processes.ts';
import { bugNames } from './served-process.ts';
import { LossyProxy, StoreServer, storeProgram } from './store-server.ts';

// For long series, such as STORE_SEEDS=a,b,c STORE_OPERATIONS=5000 STORE_STOP_MS=10000.
const seeds = (process.env.STORE_SEEDS ?? 'a').split(',');
const operations = Number(process.env.STORE_OPERATIONS ?? 1_500);
/** How long a process or a connection stands still at most. */
const stopMs = Number(process.env.STORE_STOP_MS ?? 1_500);

async function start(bug?: string) {
  const store = await StoreServer.start();
  const proxy = await LossyProxy.start(store.port);
  const url = `${proxy.url}?prefix=${randomBytes(6).toString('hex')}`;
  const served = await Promise.all([1, 2, 3].map(() => ServedProcess.start(url, bug)));
  const stop = async (): Promise<void> => {
    for (const one of served) await one.kill();
    await proxy[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  };
  return { store, proxy, served, [Symbol.asyncDispose]: stop };
}

type Running = Awaited<ReturnType<typeof start>>;

/** What happens to processes, connections and the store, each from its begin to its end, while operations go on. */
const events: Readonly<Record<string, (running: Running, victim: ServedProcess) => readonly [Act, Act]>> = {
  'a process is killed': (_, victim) => [() => victim.kill(), () => victim.start()],
  'a process is stopped': (_, victim) => [() => victim.signal('SIGSTOP'), () => victim.signal('SIGCONT')],
  'connections are cut': ({ store }) => [() => cut(store), () => cut(store)],
  'connections stall': ({ proxy }) => [() => proxy.stall({ fresh: false }), () => proxy.resume()],
  'connections stall, new ones too': ({ proxy }) => [
    () => proxy.stall({ fresh: true }),
    () => proxy.resume(),
  ],
  'replies are lost': ({ proxy }) => [() => loseReplies(proxy, 10), () => loseReplies(proxy, 0)],
  'the store is restarted': ({ store }) => [() => store.stop(), () => store.start()],
  'the store stands still': ({ store }) => [() => store.signal('SIGSTOP'), () => store.signal('SIGCONT')],
};

type Act = () => unknown;

const cut = (store: StoreServer): Promise<unknown> =>
  store.command((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'normal')).catch(() => {});

function loseReplies(proxy: LossyProxy, every: number): void {
  proxy.every = every;
}

/** Lets operations go on while things happen, in an order that the seed decides. */
function chaosOf(running: Running, seed: string): NonNullable<Load['chaos']> {
  return async (grant) => {
    let left: string[] = [];
    for (let turn = 0; await grant(90); turn++) {
      const draw = (label: string): number => drawFraction(seed, 'chaos', turn, label);
      const victim = running.served[Math.floor(draw('victim') * running.served.length)];
      // Each happens once before any happens again.
      if (left.length === 0) left = Object.keys(events);
      const [name = ''] = left.splice(Math.floor(draw('what') * left.length), 1);
      if (victim === undefined) continue;
      const [begin, end] = events[name]?.(running, victim) ?? [];
      await begin?.();
      const time = new Promise((resolve) => setTimeout(resolve, 100 + stopMs * draw('time') ** 2));
      await Promise.all([time, grant(90)]);
      await end?.();
    }
  };
}

const decided = ['200', '201', '204', '404', '409'];

describe.skipIf(storeProgram === undefined)('three processes with one store', () => {
  test.each(seeds.flatMap((seed) => [[seed, 'hashed', 0.9] as const, [seed, 'in turn', 0.3] as const]))(
    'are linearizable, seed %s, requests %s, of which more than %s have a known outcome',
    async (seed, routing, least) => {
      await using running = await start();
      const load = { seed, clients: 64, operations, environments: 4, routing };
      const { violations, outcomes, definite } = await runAndJudge(running.served, load);
      expect(violations).toEqual([]);
      expect(statusesOf(outcomes).filter((status) => status !== '503')).toEqual(decided);
      expect(definite).toBeGreaterThan(least);
    },
  );

  test.each(seeds)('are linearizable while each 40th reply of the store is lost, seed %s', async (seed) => {
    await using running = await start();
    const { served, proxy } = running;
    proxy.every = 40;
    const load = { seed, clients: 64, operations, environments: 4 };
    const { violations, outcomes } = await runAndJudge(served, load);
    expect(violations).toEqual([]);
    // A call whose reply was lost is repeated if it cannot take effect twice.
    expect(statusesOf(outcomes).filter((status) => status !== '503')).toEqual(decided);
  });

  test.each(seeds)(
    'are linearizable while processes, connections and the store fail, seed %s',
    async (seed) => {
      await using running = await start();
      const chaos = chaosOf(running, seed);
      const load = { seed, clients: 32, operations, environments: 4, chaos };
      const { violations, outcomes } = await runAndJudge(running.served, load);
      expect(violations).toEqual([]);
      expect(statusesOf(outcomes)).not.toContain('500');
      expect(outcomes['cancel 204'] ?? 0).toBeGreaterThan(100);
    },
  );

  test.each(bugNames)('with the planted bug "%s" are found not to be', async (bug) => {
    await using running = await start(bug);
    const { violations } = await runAndJudge(running.served, { seed: 'bugs', clients: 32, operations });
    expect(violations).not.toEqual([]);
  });
});

function statusesOf(outcomes: Readonly<Record<string, number>>): readonly string[] {
  return [...new Set(Object.keys(outcomes).map((outcome) => outcome.split(' ')[1] ?? ''))].sort();
}
