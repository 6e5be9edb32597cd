/**
 * How many runs of a random or a racing test: a part of them in `npm test`, all of them in `npm run test:hostile`, which
 * runs every file again that asks here.
 */
export function howMany(usually: number, inFull: number): number {
  return process.env.TEST_RUNS === 'full' ? inFull : usually;
}
