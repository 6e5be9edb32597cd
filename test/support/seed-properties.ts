import fc from 'fast-check';

// A setup file of all projects: every property draws the same values in each run, unless PROPERTY_SEED gives another seed.

const { PROPERTY_SEED = '1' } = process.env;
const seed = Number(PROPERTY_SEED);
if (!/^\d+$/.test(PROPERTY_SEED) || seed < 1 || seed >= 2 ** 31)
  throw new Error(`PROPERTY_SEED is ${PROPERTY_SEED}; expected a whole number from 1 to 2147483647`);

fc.configureGlobal({ seed });

/** Returns seeds for a test that draws in its own way: 1 to `count`, and with each other PROPERTY_SEED others. */
export function drawnSeeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => (seed - 1) * count + at + 1);
}
