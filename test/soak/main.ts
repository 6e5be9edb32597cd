import { parseArgs } from 'node:util';
import { soak } from './soak.ts';

/**
 * `npm run soak -- --minutes 30 --seed 7` runs the hostile tests for that time, with new seeds in every round. Exits with 1
 * if a promise broke.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('error: --minutes expects a number above 0, and --seed a whole number');
  process.exit(2);
}
console.log(
  `soaking for ${minutes} minutes with seed ${seed}; repeat with --minutes ${minutes} --seed ${seed}`,
);
const { rows, broken } = await soak(minutes, seed);
for (const [what, figure] of rows) console.log(`${what}: ${figure}`);
for (const promise of broken) console.error(`BROKEN ${promise}`);
process.exit(broken.length === 0 ? 0 : 1);
