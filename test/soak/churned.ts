import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ChurnOptions } from '../hostile/churn.ts';
import { mebibytes } from '../hostile/figures.ts';
import { type MeasuredSimulator, type Memory, startMeasured } from '../hostile/measured-simulator.ts';

type Row = readonly [what: string, figure: string];

const program = fileURLToPath(new URL('../helpers/programs/churn.ts', import.meta.url));
const mebibyte = 1024 ** 2;
const everyMs = 200;
/** V8 returns pages to the system some 10 s after the collection that freed them. */
const settleMs = 10_000;
/** What a few environments load once (schemas, YAML, faker) stays and is no growth. */
const few = { environments: 5, inParallel: 1 };
/** As in the image. */
const flags = ['--max-semi-space-size=4'];

/** Figures of one simulator: latencies while it works, and memory afterwards. */
type Figures = {
  readonly livez: number;
  readonly service: number;
  readonly start: Memory;
  readonly busy: Memory;
  readonly rss: number;
};

/**
 * Opens, uses and deletes five temporary environments per second, and compares latencies and memory with those of a
 * simulator that had five in all. The limits of the latencies are shown and break no promise, because another process may cause
 * them.
 */
export async function soakChurn(
  seconds: number,
  seed: number,
): Promise<{ readonly rows: readonly Row[]; readonly broken: readonly string[] }> {
  const quiet = await measure(seconds, seed, () => Promise.resolve());
  const sent = { environments: 0, requests: 0 };
  const churned = await measure(seconds, seed, async ({ controlUrl }) => {
    const environments = Math.max(1, Math.floor((seconds * 1000) / everyMs));
    Object.assign(sent, await churnApart({ controlUrl, environments, inParallel: 8, seed, everyMs }));
  });
  const kept = churned.busy.external - churned.start.external;
  const ratio = churned.rss / quiet.rss;
  return {
    rows: [
      ['Environments opened, used and deleted', `${sent.environments}, with ${sent.requests} requests`],
      ['`/livez`, p99: quiet; under churn', `${ms(quiet.livez)}; ${ms(churned.livez)} (wanted: ≤ 50 ms)`],
      [
        'List of `mixed`, p99: quiet; under churn',
        `${ms(quiet.service)}; ${ms(churned.service)} (wanted: ≤ 3 times)`,
      ],
      [
        'CPU time of the turns of the event loop above 1 ms under churn: p99; most',
        `${ms(churned.busy.turnP99)}; ${ms(churned.busy.turnMost)}`,
      ],
      ['Memory of buffers after churn, beyond the start', `${mebibytes(kept)} (limit: 10 MiB)`],
      [
        'Memory of the process 20 s later: after 5 environments; after churn',
        `${mebibytes(quiet.rss)}; ${mebibytes(churned.rss)} (limit: 1.5 times)`,
      ],
    ],
    broken: [
      ...(kept > 10 * mebibyte ? [`churn keeps ${mebibytes(kept)} of buffers`] : []),
      ...(ratio > 1.5 ? [`the process has ${ratio.toFixed(2)} times the memory after churn`] : []),
    ],
  };
}

/** Probes a simulator for some seconds while it has `load`, after a few environments. */
async function measure(
  seconds: number,
  seed: number,
  load: (simulator: MeasuredSimulator) => Promise<void>,
): Promise<Figures> {
  const simulator = await startMeasured('mixed', () => undefined, flags);
  await churnApart({ controlUrl: simulator.controlUrl, ...few, seed });
  const start = await simulator.memory();
  const over = new AbortController();
  const key = { Authorization: 'Bearer test-api-key' };
  const probes = [
    probe(`${simulator.controlUrl}/livez`, {}, over.signal),
    probe(`${simulator.origin}/v1/store/orders`, key, over.signal),
  ];
  await Promise.all([load(simulator), setTimeout(seconds * 1000)]).finally(() => over.abort());
  const [livez = 0, service = 0] = await Promise.all(probes);
  const busy = await simulator.memory();
  await setTimeout(settleMs);
  await simulator.memory();
  await setTimeout(settleMs);
  const { process: rss } = await simulator.memory();
  simulator.end();
  return { livez, service, start, busy, rss };
}

/**
 * Sends a request every 10 ms, also while earlier ones wait for their responses: a slow server must not get fewer. Returns
 * the latency that 99 % of them do not exceed.
 */
async function probe(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<number> {
  const latencies: number[] = [];
  const send = async (): Promise<void> => {
    const begun = performance.now();
    await (await fetch(url, { headers })).arrayBuffer();
    latencies.push(performance.now() - begun);
  };
  const sent: Promise<void>[] = [];
  while (!signal.aborted) {
    sent.push(send());
    await setTimeout(10);
  }
  await Promise.all(sent);
  return latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0;
}

async function churnApart(options: ChurnOptions): Promise<unknown> {
  const child = fork(program, [JSON.stringify(options)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => [new Error('the churn failed')]);
  const [result] = await Promise.race([once(child, 'message'), ended]);
  if (result instanceof Error) throw result;
  return result;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
