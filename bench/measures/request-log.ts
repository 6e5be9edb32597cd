import { compareInShortRounds } from '../compare.ts';
import { atLeast, type Row } from '../row.ts';
import { product } from '../servers/product.ts';
import { cpuTimes, listing, speeds } from './lists.ts';
import type { Bench } from './measure.ts';

/** Measures lists with a line in the log for each request; the column raw is the product without, as by default in a pipe. */
export async function* requestLog({ files, pace }: Bench): AsyncGenerator<Row> {
  for (const size of [10, 1_000]) {
    const scenario = await files.orders(size);
    const logging = product(scenario, '--log-format', 'json');
    const compared = await compareInShortRounds(
      product(scenario),
      { ...logging, log: 'ignored' },
      pace,
      listing,
    );
    const measure = `list of ${size}, request log beside none`;
    yield { measure, ratio: compared.speed, must: atLeast(size === 10 ? 0.6 : 0.8), ...speeds(compared) };
    yield { measure: `${measure}, CPU`, ratio: compared.cpu, ...cpuTimes(compared) };
  }
}
