import { compare, compareInShortRounds, type Round } from '../compare.ts';
import { cancelAll, load } from '../load.ts';
import { atLeast, type Row } from '../row.ts';
import { product, raw } from '../servers/product.ts';
import { cpuTimes, speeds } from './lists.ts';
import type { Bench } from './measure.ts';

const bounds = { must: atLeast(0.62), aim: 0.8 };

/** Measures cancels of distinct orders on 16 connections. */
export async function* cancels({ files, pace }: Bench): AsyncGenerator<Row> {
  for (const size of [10_000, 100_000]) {
    const scenario = await files.orders(size);
    const round: Round = {
      prepare: (server) => server.reset(),
      run: ({ origin }) => cancelAll(origin, size),
    };
    const compared =
      size < 100_000
        ? await compareInShortRounds(raw(scenario), product(scenario), pace, () => round)
        : // One round is enough requests to warm up.
          await compare(raw(scenario), product(scenario), pace, { ...round, warmUps: 1 });
    yield { measure: `cancel, ${size} orders`, ratio: compared.speed, ...bounds, ...speeds(compared) };
    yield { measure: `cancel, ${size} orders, CPU`, ratio: compared.cpu, ...cpuTimes(compared) };
  }
}

const refused = [
  { status: 401, id: 1, key: 'Bearer another-key' },
  { status: 404, id: 5_000, key: undefined },
  { status: 409, id: 10, key: undefined },
];

/** Measures refused cancels on 16 connections. */
export async function* refusals({ files, pace }: Bench): AsyncGenerator<Row> {
  const scenario = await files.orders(1_000);
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
    yield { measure: `cancel refused with ${status}`, ratio: compared.speed, ...bounds, ...speeds(compared) };
    yield { measure: `cancel refused with ${status}, CPU`, ratio: compared.cpu, ...cpuTimes(compared) };
  }
}
