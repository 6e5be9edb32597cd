import { fileURLToPath } from 'node:url';
import { atMost, type Bench, type Bound, median, type Row } from './compare.ts';
import { load } from './load.ts';
import { bareExpress, product, raw, type ServerCommand, startServer } from './server.ts';

/** A scenario file that is in the package too, read as a file of the user. */
const yaml = fileURLToPath(new URL('../scenarios/pending.yaml', import.meta.url));

/** The time from the spawn of a process to the end of its first list. */
export async function* starts({ orders, generated, pace }: Bench): AsyncGenerator<Row> {
  const small = await orders(10);
  // A start is short, so that a disturbance affects much of it.
  const rounds = pace.rounds * 6;
  const one = raw(small);
  yield* startRows('start, scenario pending', [one, product('pending')], rounds, atMost(2), 1.2);
  yield* startRows('start, 1 order from YAML', [one, product(yaml)], rounds, atMost(2), 1.5);
  yield* startRows('start, 10 orders from JSON', [one, product(small)], rounds, atMost(2), 1.4);
  const beside = 'start, scenario pending, beside a bare Express listener';
  yield* startRows(beside, [bareExpress, product('pending')], rounds, atMost(1.15));
  const listed = raw(await orders(10_000));
  const drawn = product(await generated(10_000));
  yield* startRows('start, 10000 generated', [listed, drawn], pace.rounds, atMost(3), 2);
  const many = await orders(100_000);
  yield* startRows('start, 100000 from JSON', [raw(many), product(many)], pace.rounds, atMost(6), 2);
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

type Memory = { readonly atStart: number; readonly afterLoad: number };

/** Measures memory with 10,000 orders, at the start and after a load, and with 100,000. */
export async function* memory({ orders, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await orders(10_000);
  const [one, other] = [
    await memoryOf(raw(scenario), 2 * pace.seconds),
    await memoryOf(product(scenario), 2 * pace.seconds),
  ];
  yield { ...row('memory at start, 10000 orders', one.atStart, other.atStart), must: atMost(1.6), aim: 1.15 };
  yield {
    ...row('memory after load, 10000 orders', one.afterLoad, other.afterLoad),
    must: atMost(1.6),
    aim: 1.2,
  };
  const hundredThousand = await orders(100_000);
  const [many, ours] = [await memoryOf(raw(hundredThousand), 0), await memoryOf(product(hundredThousand), 0)];
  yield { ...row('memory at start, 100000 orders', many.atStart, ours.atStart), must: atMost(3), aim: 1 };
}

async function memoryOf(command: ServerCommand, seconds: number): Promise<Memory> {
  await using server = await startServer(command);
  const atStart = server.residentMiB();
  if (seconds > 0) await load({ url: `${server.origin}${server.listPath}`, connections: 16, seconds });
  return { atStart, afterLoad: server.residentMiB() };
}

function row(measure: string, one: number, other: number): Row {
  return { measure, ratio: other / one, raw: `${one.toFixed(0)} MiB`, product: `${other.toFixed(0)} MiB` };
}
