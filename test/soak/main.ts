import { parseArgs } from 'node:util';
import { figuresTable } from '../hostile/print-figures.ts';
import { runMutation } from './mutation.ts';
import { soak } from './soak.ts';

/**
 * `npm run soak -- --minutes 30 --seed 7`: the hostile tests for as long as one likes, with new seeds in every round. With
 * `--mutation` mutation testing follows, which takes hours; what stands after a further `--` is for Stryker
 * (`-- --mutate src/simulator/orders/order-id.ts`). Ends with 1 when a promise broke.
 */
const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, mutation: { type: 'boolean' } },
  allowPositionals: true,
});
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('error: --minutes wants a number above 0, and --seed a whole number');
  process.exit(2);
}
if (positionals.length > 0 && values.mutation !== true) {
  console.error(`error: "${positionals.join(' ')}" is for Stryker, which runs with --mutation alone`);
  process.exit(2);
}
console.log(
  `soaking for ${minutes} minutes with seed ${seed}; repeat with --minutes ${minutes} --seed ${seed}`,
);
const { rows, broken } = await soak(minutes, seed);
const mutation = values.mutation === true ? await runMutation(positionals) : { rows: [], broken: [] };
console.log(figuresTable([...rows, ...mutation.rows]));
const all = [...broken, ...mutation.broken];
for (const promise of all) console.error(`BROKEN ${promise}`);
process.exit(all.length === 0 ? 0 : 1);
