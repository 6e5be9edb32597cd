import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../compare.ts';
import { atMost, type Row } from '../row.ts';
import { startServer } from '../server-process.ts';
import { main, raw } from '../servers/product.ts';
import type { Bench } from './measure.ts';

/** The whole process of a check of ten orders, beside a process that only loads Prism's engine. */
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

async function timeOf(args: readonly string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complained = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  const [code] = await once(child, 'close');
  // A check that finds something ends with 1: it has run all the same.
  if (code !== 0 && code !== 1) throw new Error(`${args.join(' ')} ended with ${code}: ${complained}`);
  return performance.now() - begun;
}
