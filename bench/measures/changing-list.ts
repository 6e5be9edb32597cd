import { compare, inTurns, median, type Pace, quantile, type Round } from '../compare.ts';
import { load } from '../load.ts';
import { openClient } from '../one-client.ts';
import { atMost, type Row } from '../row.ts';
import type { ServerProcess } from '../server-process.ts';
import { product, raw } from '../servers/product.ts';
import { cpuTimes } from './lists.ts';
import type { Bench } from './measure.ts';

/** Lists in one round, each after a cancel: enough that garbage left by the reset does not matter. */
const lists = 250;

/** A ratio near its bound needs more rounds. */
const changing = [
  { answer: 'keep', must: 1.3, aim: 1.1, times: 6 },
  { answer: 'remove', must: 2.5, aim: 1.9, times: 2 },
] as const;

/** Measures the CPU time of a cancel and a list of 10,000 together. */
export async function* changingLists({ files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(10_000);
  for (const { answer, must, aim, times } of changing) {
    const other = product(scenario, '--gap', `cancelled-in-list=${answer}`);
    const rounds = times * pace.rounds;
    const compared = await compare(raw(scenario), other, { ...pace, rounds }, cancelAndList);
    const measure = `list of 10000 after a cancel, cancelled-in-list=${answer}, CPU`;
    yield { measure, ratio: compared.cpu, must: atMost(must), aim, ...cpuTimes(compared) };
  }
}

const cancelAndList: Round = {
  // One client warms up a server less than sixteen.
  warmUps: 4,
  prepare: async (server) => {
    await server.reset();
    // The first list after a reset creates all its bytes; measure only the later ones.
    using client = openClient();
    await client.send('GET', `${server.origin}${server.listPath}`);
  },
  run: async ({ origin, listPath }) => {
    using client = openClient();
    const begun = performance.now();
    for (let at = 0; at < lists; at++) {
      // Spread over the list, without shipped orders.
      await client.send('DELETE', `${origin}/v1/store/orders/${at * 40 + 1}`);
      await client.send('GET', `${origin}${listPath}`);
    }
    return { requests: lists, perSecond: lists / ((performance.now() - begun) / 1000) };
  },
};

/** Measures the 99th percentile of small requests while four clients read lists of 100,000. */
export async function* besideStreams({ files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(100_000);
  const rounds = { rounds: pace.rounds, warmUps: 1, starts: 2 };
  const slowest = await inTurns(raw(scenario), product(scenario), rounds, (server) =>
    slowestBeside(server, pace),
  );
  yield {
    measure: 'small request beside four lists of 100000, p99',
    ratio: median(slowest.map((pair) => pair.other / pair.raw)),
    must: atMost(1.5),
    aim: 1,
    raw: `${median(slowest.map((pair) => pair.raw)).toFixed(1)} ms`,
    product: `${median(slowest.map((pair) => pair.other)).toFixed(1)} ms`,
  };
}

async function slowestBeside({ origin, listPath }: ServerProcess, { seconds }: Pace): Promise<number> {
  let over = false;
  const streams = load({ url: `${origin}${listPath}`, connections: 4, seconds }).finally(() => {
    over = true;
  });
  using client = openClient();
  const times: number[] = [];
  while (!over) {
    const begun = performance.now();
    await client.send('DELETE', `${origin}/v1/store/orders/10`);
    times.push(performance.now() - begun);
  }
  await streams;
  return quantile(times, 0.99);
}
