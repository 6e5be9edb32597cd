import type { EndedRun } from '../model.ts';

const leastMs = 15_000;
const firstMs = 10 * 60_000;
const factor = 10;

export type TimeLimit = ReturnType<typeof createTimeLimit>;

/**
 * Returns the time after which a run counts as hung: `givenMs`, or else ten times the median of the passing baseline runs, 15 seconds at
 * least. Until the first of them has ended, it is ten minutes.
 */
export function createTimeLimit(givenMs: number | undefined) {
  const baseline: number[] = [];
  return {
    /** Returns milliseconds for the next run. */
    current: (): number => {
      if (givenMs !== undefined) return givenMs;
      const sorted = baseline.toSorted((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)];
      return median === undefined ? firstMs : Math.max(leastMs, factor * median);
    },
    learn: ({ run, outcome, ms }: EndedRun): void => {
      if (run.purpose === 'baseline' && outcome.kind === 'passed') baseline.push(ms);
    },
  };
}
