import type { EndedRun } from '../model.ts';

const leastMs = 15_000;
const firstMs = 10 * 60_000;
const factor = 10;

/** The time after which a run counts as hung. */
export interface TimeLimit {
  /** Milliseconds for the next run. */
  current(): number;
  /** Learns how long the baseline takes. */
  learn(ended: EndedRun): void;
}

/**
 * Creates the time limit of runs: `givenMs`, or else ten times the median of the passing baseline runs, 15 seconds at
 * least. Until the first of them has ended, it is ten minutes.
 */
export function createTimeLimit(givenMs: number | undefined): TimeLimit {
  const baseline: number[] = [];
  return {
    current: () => {
      if (givenMs !== undefined) return givenMs;
      const sorted = baseline.toSorted((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)];
      return median === undefined ? firstMs : Math.max(leastMs, factor * median);
    },
    learn: ({ run, outcome, ms }) => {
      if (run.purpose === 'baseline' && outcome.kind === 'passed') baseline.push(ms);
    },
  };
}
