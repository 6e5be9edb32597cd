import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LargeCheck } from '../check-large.ts';
import { median } from '../compare.ts';
import { atMost, type Row } from '../row.ts';
import { startServer } from '../server-process.ts';
import { main, raw } from '../servers/product.ts';
import type { Bench } from './measure.ts';

/** Measures a process that checks ten orders, relative to a process that only imports Prism's engine. */
export async function* check({ files, pace }: Bench): AsyncGenerator<Row> {
  await using target = await startServer(raw(await files.orders(10)), 'anywhere');
  const checking = [main, 'check', `${target.origin}/v1`, '--api-key', 'test-api-key'];
  const loading = ['--eval', "import('@stoplight/prism-http')"];
  const times: { checked: number; loaded: number }[] = [];
  for (let at = 0; at <= pace.rounds; at++) {
    const pair = { checked: await timeOf(checking), loaded: await timeOf(loading) };
    if (at > 0) times.push(pair);
  }
  yield {
    measure: 'check of 10 orders, beside the import of prism-http alone',
    ratio: median(times.map(({ checked, loaded }) => checked / loaded)),
    must: atMost(1.3),
    raw: `${median(times.map(({ loaded }) => loaded)).toFixed(0)} ms`,
    product: `${median(times.map(({ checked }) => checked)).toFixed(0)} ms`,
  };
}

const many = 100_000;
const wholeMemoryMiB = 1024;

/** Measures the check of a long list as `npm run bench:check` does, and its memory. */
export async function* largeCheck({ pace }: Bench): AsyncGenerator<Row> {
  const file = fileURLToPath(new URL('../check-large.ts', import.meta.url));
  const measuring = fork(file, [String(many), String(pace.rounds * 2)]);
  const ended = once(measuring, 'exit').then(([code]): never => {
    throw new Error(`check-large.ts ended with ${code}`);
  });
  const told = once(measuring, 'message').then(([result]): LargeCheck => result);
  const { bytes, checks, memoryMiB } = await Promise.race([told, ended]);
  for (const { level, many: all, few, ratio, cpuRatio } of checks) {
    const measure = `check of ${many} at ${level}, less that of 10, beside one list request`;
    const raw = `${bytes.toFixed(0)} ms`;
    const product = `${all.toFixed(0)} less ${few.toFixed(0)} ms`;
    yield { measure, ratio, must: atMost(5), raw, product };
    yield { measure: `${measure}, CPU`, ratio: cpuRatio, must: atMost(5), raw: '', product: '' };
  }
  yield {
    measure: `memory of the check of ${many}, beside 1 GiB`,
    ratio: memoryMiB / wholeMemoryMiB,
    must: atMost(0.5),
    raw: `${wholeMemoryMiB} MiB`,
    product: `${memoryMiB.toFixed(0)} MiB`,
  };
}

async function timeOf(args: readonly string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complained = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  const [code] = await once(child, 'close');
  // A check with findings exits with 1, and has still run.
  if (code !== 0 && code !== 1) throw new Error(`${args.join(' ')} ended with ${code}: ${complained}`);
  return performance.now() - begun;
}
