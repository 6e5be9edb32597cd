import { fileURLToPath } from 'node:url';
import { median } from '../compare.ts';
import { atMost, type Bound, type Row } from '../row.ts';
import { type ServerCommand, startServer } from '../server-process.ts';
import { product, raw } from '../servers/product.ts';
import type { Bench } from './measure.ts';

/** A scenario file that is in the package too, read as a file of the user. */
const yaml = fileURLToPath(new URL('../../scenarios/pending.yaml', import.meta.url));
const bareExpress: ServerCommand = {
  name: 'a bare Express listener',
  command: [process.execPath, fileURLToPath(new URL('../servers/express.mjs', import.meta.url))],
};

/** The time from the spawn of a process to the end of its first list. */
export async function* starts({ files, pace }: Bench): AsyncGenerator<Row> {
  const small = await files.orders(10);
  // A start is short, so that a disturbance affects much of it.
  const rounds = pace.rounds * 6;
  const one = raw(small);
  yield* startRows('start, scenario pending', [one, product('pending')], rounds, atMost(1.4), 1.2);
  yield* startRows('start, 1 order from YAML', [one, product(yaml)], rounds, atMost(1.7), 1.5);
  yield* startRows('start, 10 orders from JSON', [one, product(small)], rounds, atMost(1.7), 1.4);
  const beside = 'start, scenario pending, beside a bare Express listener';
  yield* startRows(beside, [bareExpress, product('pending')], rounds, atMost(1.15));
  const orders = await files.orders(10_000);
  const generated = await files.generated(10_000);
  yield* startRows('start, 10000 generated', [raw(orders), product(generated)], pace.rounds, atMost(3), 2);
  const many = await files.orders(100_000);
  yield* startRows('start, 100000 from JSON', [raw(many), product(many)], pace.rounds, atMost(3), 2);
}

/** Compares the starts of two servers in turns, by the median of the ratios. */
export async function* startRows(
  measure: string,
  servers: readonly [ServerCommand, ServerCommand],
  rounds: number,
  must?: Bound,
  aim?: number,
): AsyncGenerator<Row> {
  const times: { one: number; other: number }[] = [];
  for (let at = -1; at <= rounds; at++) {
    const pair = { one: await startTime(servers[0]), other: await startTime(servers[1]) };
    // The first starts read files from the disk and write the compile cache.
    if (at > 0) times.push(pair);
  }
  yield {
    measure,
    ratio: median(times.map(({ one, other }) => other / one)),
    ...(must === undefined ? {} : { must }),
    ...(aim === undefined ? {} : { aim }),
    raw: milliseconds(times.map(({ one }) => one)),
    product: milliseconds(times.map(({ other }) => other)),
  };
}

async function startTime(command: ServerCommand): Promise<number> {
  await using server = await startServer(command, 'anywhere');
  return server.startSeconds;
}

function milliseconds(seconds: readonly number[]): string {
  return `${(median(seconds) * 1000).toFixed(0)} ms`;
}
