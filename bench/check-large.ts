// Measures the cost of checking a long list relative to one plain list request, in one process that does both:
// node bench/check-large.ts [orders] [rounds]. Prints a table, or sends it to the parent process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { checkContract } from '../src/check/check-contract.ts';
import { type Clock, machineClock } from '../src/clock.ts';
import { median } from './compare.ts';
import { authorization } from './server-process.ts';

const levels = ['observe', 'probe'] as const;

type Level = (typeof levels)[number];

/** The check of a long list at each level, minus that of ten orders, relative to the bytes of one list request. */
export type LargeCheck = {
  /** Medians in milliseconds: one list request, received as bytes and parsed as JSON. */
  readonly bytes: number;
  readonly orders: number;
  readonly checks: readonly {
    readonly level: Level;
    /** Milliseconds of the check of the long list, and of ten orders. */
    readonly many: number;
    readonly few: number;
    /** The difference as a multiple of the time for the bytes, in wall time and in CPU time of this process. */
    readonly ratio: number;
    readonly cpuRatio: number;
  }[];
  /** The maximum resident memory of this process. */
  readonly memoryMiB: number;
};

type Time = { readonly wall: number; readonly cpu: number };

async function timeOf(run: () => Promise<unknown>): Promise<Time> {
  const begun = performance.now();
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - begun, cpu: (user + system) / 1000 };
}

/** A check at level `probe` waits for a second: not here. */
const clock: Clock = {
  ...machineClock,
  sleep: (ms, signal) => (ms <= 1000 ? Promise.resolve() : machineClock.sleep(ms, signal)),
};

async function check(url: string, level: Level): Promise<void> {
  const report = await checkContract({ url, apiKey: authorization.slice('Bearer '.length), level, clock });
  const { exitCode, incomplete } = report;
  if (exitCode !== 0)
    throw new Error(`the check of ${url} ends with ${exitCode}: ${incomplete?.message ?? ''}`);
}

async function measure(origin: string, rounds: number): Promise<LargeCheck> {
  const list = (): Promise<Response> => fetch(`${origin}/v1/store/orders`, { headers: { authorization } });
  const round = async () => ({
    bytes: await timeOf(async () => (await list()).arrayBuffer()),
    orders: await timeOf(async () => (await list()).json()),
    observe: { few: await few('observe'), many: await many('observe') },
    probe: { few: await few('probe'), many: await many('probe') },
  });
  const few = (level: Level): Promise<Time> => timeOf(() => check(`${origin}/few/v1`, level));
  const many = (level: Level): Promise<Time> => timeOf(() => check(`${origin}/v1`, level));
  // The first round compiles and loads shared code.
  await round();
  const taken: Awaited<ReturnType<typeof round>>[] = [];
  for (let at = 0; at < rounds; at += 1) taken.push(await round());
  const middle = (pick: (one: (typeof taken)[number]) => number): number => median(taken.map(pick));
  const ratioOf = (level: Level, of: keyof Time): number =>
    (middle((one) => one[level].many[of]) - middle((one) => one[level].few[of])) /
    middle((one) => one.bytes[of]);
  return {
    bytes: middle(({ bytes }) => bytes.wall),
    orders: middle(({ orders }) => orders.wall),
    checks: levels.map((level) => ({
      level,
      many: middle((one) => one[level].many.wall),
      few: middle((one) => one[level].few.wall),
      ratio: ratioOf(level, 'wall'),
      cpuRatio: ratioOf(level, 'cpu'),
    })),
    memoryMiB: process.resourceUsage().maxRSS / 1024,
  };
}

function print(count: number, rounds: number, { bytes, orders, checks, memoryMiB }: LargeCheck): void {
  console.log(`${count} orders, medians of ${rounds} rounds; a ratio is to the bytes of one list request\n`);
  console.log('| check | ms | of 10 orders, ms | ratio of the difference | the same, CPU |');
  console.log('|---|--:|--:|--:|--:|');
  for (const { level, many, few, ratio, cpuRatio } of checks) {
    const cells = [level, many.toFixed(0), few.toFixed(0), ratio.toFixed(1), cpuRatio.toFixed(1)];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const base = `one list request: ${bytes.toFixed(0)} ms as bytes, ${orders.toFixed(0)} ms as JSON`;
  console.log(`\n${base}; most memory ${memoryMiB.toFixed(0)} MiB`);
}

const count = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 9);
const target = fork(fileURLToPath(new URL('servers/long-list.ts', import.meta.url)), [String(count)]);
try {
  const [port] = await once(target, 'message');
  const result = await measure(`http://127.0.0.1:${port}`, rounds);
  if (process.send === undefined) print(count, rounds, result);
  else process.send(result);
} finally {
  target.kill();
}
