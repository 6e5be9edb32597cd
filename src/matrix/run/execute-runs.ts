import type { Cell, Outcome } from '../model.ts';
import { isBaseline } from '../plan/cell.ts';
import type { RunCache } from './cache/run-cache.ts';
import { type RunPlan, runCell } from './run-cell.ts';
import type { MatrixOptions } from './run-matrix.ts';

export type ExecutionOptions = {
  readonly plan: RunPlan;
  /** Undefined: every run is executed. */
  readonly cache: RunCache | undefined;
  /** Returns the time after which the next run counts as hung. */
  readonly timeoutMs: () => number;
};

/**
 * Returns the time after which a run counts as hung, unless the user gives one: ten times that of a run of the baseline, 15 seconds
 * at least. Until one of these has passed, it is ten minutes.
 */
export function timeLimitMs(baselineMs: number | undefined): number {
  return baselineMs === undefined ? 600_000 : Math.max(15_000, 10 * baselineMs);
}

export function createExecute({ plan, cache, timeoutMs }: ExecutionOptions): MatrixOptions['execute'] {
  const repetitions = new Map<string, number>();
  return async ({ cell }, signal) => {
    // A cell that runs again must not meet its own outcome in the cache.
    const name = JSON.stringify(cell);
    const repetition = repetitions.get(name) ?? 0;
    repetitions.set(name, repetition + 1);
    const known = await cache?.find(cell, repetition);
    if (known !== undefined) return { ...known, output: '', cached: true };
    const run = await runCell(plan, cell, { timeoutMs: timeoutMs(), signal });
    const { outcome, records, ms } = run;
    if (outcome !== 'interrupted' && mayKeep(cell, outcome.kind))
      await cache?.keep(cell, repetition, { outcome, records, ms });
    return { ...run, cached: false };
  };
}

/** A baseline that fails may do so for a reason outside the inputs, such as a database that is down. */
function mayKeep(cell: Cell, kind: Outcome['kind']): boolean {
  return kind === 'passed' || !isBaseline(cell);
}
