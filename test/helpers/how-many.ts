/**
 * How many runs of a random or a racing test: a part of them in `npm test`, all of them in `npm run test:hostile`, which
 * runs every file again that asks here; with `EVERY_RUN=1` as many as the figures in the documentation need.
 */
export function howMany(usually: number, inFull: number, ever: number = inFull): number {
  if (process.env.TEST_RUNS !== 'full') return usually;
  return process.env.EVERY_RUN === '1' ? ever : inFull;
}
