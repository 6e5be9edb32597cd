import type { EndedRun } from '../model.ts';
import { formatCell } from '../plan/cell-text.ts';
import { medianOf } from '../plan/verdict.ts';

/** What a person wants to know while a matrix runs. */
export type Progress = {
  readonly ended: number;
  /** Grows when a cell fails, or when a run relies on more. */
  readonly planned: number;
  /** How many cells failed. */
  readonly failing: number;
  /** Milliseconds of a passing run of the baseline, the median. Undefined before the first has passed. */
  readonly runMs: number | undefined;
};

/** Until the baseline has passed, its three runs are planned. */
const runsOfBaseline = 3;

/** Counts the runs of a matrix. */
export function createTally(onEstimate: (runs: number) => void = () => {}) {
  let ended = 0;
  let estimate: number | undefined;
  const failing = new Set<string>();
  const passing: number[] = [];
  return {
    estimated: (runs: number): void => {
      estimate = runs;
      onEstimate(runs);
    },
    end: ({ run, outcome, ms }: EndedRun): void => {
      ended++;
      if (outcome.kind !== 'passed') failing.add(formatCell(run.cell));
      else if (run.purpose === 'baseline') passing.push(ms);
    },
    /** The runs that a matrix will need if its tests pass in all of them. */
    estimate: () => estimate,
    progress: (): Progress => ({
      ended,
      planned: Math.max(ended, estimate ?? runsOfBaseline),
      failing: failing.size,
      runMs: passing.length === 0 ? undefined : medianOf(passing),
    }),
  };
}
