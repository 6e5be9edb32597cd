import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { drawFraction } from '../../../src/draw.ts';
import { runAndJudge, ServedProcess } from './history.ts';
import { bugNames } from './planted.ts';
import { LossyProxy, StoreServer, storeProgram } from './store-server.ts';

const seeds = (process.env.STORE_SEEDS ?? 'a').split(',');
const operations = Number(process.env.STORE_OPERATIONS ?? 1_500);

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

describe.skipIf(storeProgram === undefined)('three processes with one store', () => {
  test.each(seeds)('are linearizable, seed %s', async (seed) => {
    await using running = await start();
    const { violations, statuses } = await runAndJudge(running.served, { seed, clients: 64, operations });
    console.log(statuses);
    expect(violations).toEqual([]);
    expect(Object.keys(statuses).sort()).toEqual(['200', '204', '409']);
  });

  test.each(seeds)('are linearizable while each 40th reply of the store is lost, seed %s', async (seed) => {
    await using running = await start();
    const { served, proxy } = running;
    proxy.every = 40;
    const { violations, statuses } = await runAndJudge(served, { seed, clients: 64, operations });
    console.log(statuses);
    expect(violations).toEqual([]);
    // A call whose reply was lost is repeated: no request fails, and none is decided twice.
    expect(Object.keys(statuses).sort()).toEqual(['200', '204', '409']);
  });

  test.each(seeds)(
    'are linearizable while processes are killed and stopped, and the store is restarted, seed %s',
    async (seed) => {
      await using running = await start();
      const { store, served } = running;
      const chaos = async (done: () => number): Promise<void> => {
        for (let turn = 0; done() < operations; turn++) {
          const draw = (label: string): number => drawFraction(seed, 'chaos', turn, label);
          const victim = served[Math.floor(draw('victim') * served.length)];
          await new Promise((resolve) => setTimeout(resolve, 100 + 200 * draw('pause')));
          if (draw('what') < 0.3) {
            await victim?.kill();
            await victim?.start();
          } else if (draw('what') < 0.6) {
            victim?.signal('SIGSTOP');
            await new Promise((resolve) => setTimeout(resolve, 2_000 * draw('stopped') ** 2));
            victim?.signal('SIGCONT');
          } else if (draw('what') < 0.9)
            await store.command((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'normal')).catch(() => {});
          else {
            await store.stop();
            await store.start();
          }
        }
      };
      const { violations, statuses } = await runAndJudge(served, { seed, clients: 32, operations, chaos });
      console.log(statuses);
      expect(violations).toEqual([]);
      expect(statuses['500']).toBeUndefined();
      expect(statuses['204'] ?? 0).toBeGreaterThan(100);
    },
  );

  test.each(bugNames)('with the planted bug "%s" are found not to be', async (bug) => {
    await using running = await start(bug);
    const { violations } = await runAndJudge(running.served, { seed: 'bugs', clients: 32, operations });
    expect(violations).not.toEqual([]);
  });
});
