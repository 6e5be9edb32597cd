import {
  atLeast,
  atMost,
  type Bench,
  type Comparison,
  compare,
  compareInShortRounds,
  type Round,
  type Row,
} from './compare.ts';
import { cancelAll, load } from './load.ts';
import { product, raw } from './server.ts';

const sizes = [10, 100, 1_000, 10_000, 100_000];

/**
 * The kernel does most of the work for a long list, so that there is little to warm up. Its speed depends on where the list
 * is in memory, which differs between processes.
 */
const ofLongLists = { warmUps: 2, starts: 4 };

/** Measures the list at every size on 16 connections. */
export async function* lists({ orders, pace }: Bench): AsyncGenerator<Row> {
  for (const size of sizes) {
    const scenario = await orders(size);
    const compared = await compareInShortRounds(raw(scenario), product(scenario), pace, (seconds) => ({
      ...listing(seconds),
      ...(size < 10_000 ? {} : ofLongLists),
    }));
    const [must, aim] = size < 1_000 ? [0.75, 0.9] : [0.88, 0.95];
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

const ofCancels = { must: atLeast(0.65), aim: 0.8 };

/** Measures cancels of distinct orders on 16 connections. */
export async function* cancels({ orders, pace }: Bench): AsyncGenerator<Row> {
  for (const size of [10_000, 100_000]) {
    const scenario = await orders(size);
    const round: Round = {
      prepare: (server) => server.reset(),
      run: ({ origin }) => cancelAll(origin, size),
    };
    const compared =
      size < 100_000
        ? await compareInShortRounds(raw(scenario), product(scenario), pace, () => round)
        : // One round is enough requests to warm up.
          await compare(raw(scenario), product(scenario), pace, { ...round, warmUps: 1 });
    yield { measure: `cancel, ${size} orders`, ratio: compared.speed, ...ofCancels, ...speeds(compared) };
    yield { measure: `cancel, ${size} orders, CPU`, ratio: compared.cpu, ...cpuTimes(compared) };
  }
}

const refused = [
  { status: 401, id: 1, key: 'Bearer another-key' },
  { status: 404, id: 5_000, key: undefined },
  { status: 409, id: 10, key: undefined },
];

/** Measures refused cancels on 16 connections. */
export async function* refusals({ orders, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await orders(1_000);
  for (const { status, id, key } of refused) {
    const compared = await compareInShortRounds(raw(scenario), product(scenario), pace, (seconds) => ({
      run: ({ origin }) =>
        load({
          url: `${origin}/v1/store/orders/${id}`,
          method: 'DELETE',
          ...(key === undefined ? {} : { key }),
          connections: 16,
          seconds,
        }),
    }));
    yield {
      measure: `cancel refused with ${status}`,
      ratio: compared.speed,
      ...ofCancels,
      ...speeds(compared),
    };
    yield { measure: `cancel refused with ${status}, CPU`, ratio: compared.cpu, ...cpuTimes(compared) };
  }
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
