import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { load } from '../load.ts';
import { atMost, type Row } from '../row.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { product } from '../servers/product.ts';
import type { Bench } from './measure.ts';

/** The flags of the image in a container of 128 MB. */
const flags = ['--max-old-space-size=54', '--max-semi-space-size=2', '--no-maglev'];
const token = 'token-of-the-bench';
const attackMs = 5_000;
const restMs = 30_000;
/** `GET /livez` is sent so often, to both servers. */
const everyMs = 20;

const program = fileURLToPath(new URL('../servers/attack.ts', import.meta.url));
const attacks = [
  '300 headers in each request',
  '20 connections that pipeline 2,564 lists',
  '50 connections that pipeline 4,761 requests without a key',
  '200 connections that pipeline 4,761 requests without a key',
  '500 connections that pipeline 60 lists',
  '50 connections that pipeline 2,500 lists',
  '300 bodies of 1 MiB that never end',
  'reads of four environments of 100,000 orders',
  'a journal of 100 secrets in each request',
  '24,000 unknown fields in YAML',
  '60 bodies of 1 MiB that sign in without the token',
];

/** Measures how long `GET /livez` takes during attacks on the service, beside an idle instance, and what memory stays afterwards. */
export async function* bounds({ files }: Bench): AsyncGenerator<Row> {
  const { command, ...rest } = product(await files.orders(100), '--control-token', token);
  const [node = '', ...args] = command;
  const small = { ...rest, command: [node, ...flags, ...args] };
  await using servers = new AsyncDisposableStack();
  const rests: Promise<Row>[] = [];
  for (const name of attacks) {
    await using idle = await startServer(small, 'anywhere');
    const attacked = servers.use(await startServer(small, 'anywhere'));
    await load({ url: `${attacked.origin}${attacked.listPath}`, connections: 16, seconds: 1 });
    const before = attacked.residentMiB();
    const end = performance.now() + attackMs;
    const attacker = fork(program, [name, attacked.origin, controlUrlOf(attacked), token]);
    const [one, other] = await Promise.all([slowestLivez(idle, end), slowestLivez(attacked, end)]);
    attacker.kill();
    yield {
      measure: `/livez at p99 beside ${name}, over idle, in 50 ms`,
      ratio: Math.max(0, other - one) / 50,
      must: atMost(1),
      raw: `${one.toFixed(1)} ms`,
      product: `${other.toFixed(1)} ms`,
    };
    rests.push(afterRest(attacked, name, before));
  }
  // Each one rests while the others are attacked.
  for (const row of rests) yield await row;
}

async function afterRest(attacked: ServerProcess, name: string, before: number): Promise<Row> {
  await new Promise((resolve) => setTimeout(resolve, restMs));
  const after = attacked.residentMiB();
  return {
    measure: `memory 30 s after ${name}`,
    ratio: after / before,
    must: atMost(1.5),
    raw: `${before.toFixed(0)} MiB before`,
    product: `${after.toFixed(0)} MiB`,
  };
}

const controlUrlOf = ({ said }: ServerProcess): string => /(http:\S+) \(control\)/.exec(said)?.[1] ?? '';

/** Returns the 99th percentile of the times of `GET /livez`, sent at fixed times whether or not the one before has its response. */
async function slowestLivez(server: ServerProcess, end: number): Promise<number> {
  const origin = controlUrlOf(server);
  const times: Promise<number>[] = [];
  for (let at = performance.now(); at < end; at += everyMs) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
    const begun = performance.now();
    times.push(
      fetch(`${origin}/livez`).then(async (response) => {
        await response.text();
        return performance.now() - begun;
      }),
    );
  }
  const sorted = (await Promise.all(times)).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
