import { type Comparison, compareInShortRounds, type Round } from '../compare.ts';
import { load } from '../load.ts';
import { atLeast, atMost, type Row } from '../row.ts';
import type { ServerProcess } from '../server-process.ts';
import { control, product, raw } from '../servers/product.ts';
import type { Bench } from './measure.ts';

const sizes = [10, 100, 1_000, 10_000, 100_000];

/**
 * The kernel does most of the work for a long list, so that there is little to warm up. Its speed depends on where the list
 * is in memory, which differs between processes.
 */
const ofLongLists = { warmUps: 2, starts: 4 };

/** Measures the list at every size on 16 connections. */
export async function* lists({ files, pace }: Bench): AsyncGenerator<Row> {
  for (const size of sizes) {
    const scenario = await files.orders(size);
    const compared = await compareInShortRounds(raw(scenario), product(scenario), pace, (seconds) => ({
      ...listing(seconds),
      ...(size < 10_000 ? {} : ofLongLists),
    }));
    const [must, aim] = size < 1_000 ? [0.65, 0.8] : [0.88, 0.95];
    yield {
      measure: `list of ${size}`,
      ratio: compared.speed,
      must: atLeast(must),
      aim,
      ...speeds(compared),
    };
    const bounds = size === 10_000 ? { must: atMost(1.2), aim: 1.05 } : {};
    yield { measure: `list of ${size}, CPU`, ratio: compared.cpu, ...bounds, ...cpuTimes(compared) };
  }
}

/** Measures the list of 100 with choices drawn per request, and with 1,000 other environments. */
export async function* specialLists({ files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(100);
  const special = [
    { measure: 'list of 100, profile vary', server: product(scenario, '--profile', 'vary'), round: {} },
    { measure: 'list of 100, 1,000 environments', server: product(scenario), round: { setUp: fill } },
  ];
  for (const { measure, server, round } of special) {
    const compared = await compareInShortRounds(raw(scenario), server, pace, (seconds) => ({
      ...listing(seconds),
      ...round,
    }));
    yield { measure, ratio: compared.speed, must: atLeast(0.5), ...speeds(compared) };
  }
}

/** Creates environments until there are 1,000. */
async function fill({ said }: ServerProcess): Promise<void> {
  for (let at = 0; at < 998; at++)
    await control(said, 'PUT', `/environments/bench-${at}`, { scenario: 'mixed' });
}

/** Returns a round of lists on 16 connections. */
export function listing(seconds: number): Round {
  return { run: ({ origin, listPath }) => load({ url: `${origin}${listPath}`, connections: 16, seconds }) };
}

/** Returns the requests per second of both, for a row. */
export function speeds({ raw: one, other }: Comparison): Pick<Row, 'raw' | 'product'> {
  return { raw: `${one.perSecond.toFixed(0)}/s`, product: `${other.perSecond.toFixed(0)}/s` };
}

/** Returns the CPU time per request of both, for a row. */
export function cpuTimes({ raw: one, other }: Comparison): Pick<Row, 'raw' | 'product'> {
  return { raw: `${one.cpuMicros.toFixed(1)} µs`, product: `${other.cpuMicros.toFixed(1)} µs` };
}
