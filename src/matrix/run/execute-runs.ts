import type { Cell, PlannedRun } from '../model.ts';
import type { RunCache } from './cache/run-cache.ts';
import { type RunPlan, runCell } from './run-cell.ts';
import type { Execution } from './run-matrix.ts';
import type { TimeLimit } from './time-limit.ts';

/** What decides whether and how long a run is executed. */
export type ExecutionOptions = {
  readonly plan: RunPlan;
  /** Undefined: every run is executed. */
  readonly cache: RunCache | undefined;
  readonly limit: TimeLimit;
};

export function createExecute({
  plan,
  cache,
  limit,
}: ExecutionOptions): (run: PlannedRun, signal: AbortSignal) => Promise<Execution> {
  const repetitions = new Map<string, number>();
  return async ({ cell }, signal) => {
    // A cell that runs again must not meet its own outcome in the cache.
    const name = JSON.stringify(cell);
    const repetition = repetitions.get(name) ?? 0;
    repetitions.set(name, repetition + 1);
    const known = await cache?.find(cell, repetition);
    if (known !== undefined) return { ...known, output: '', cached: true };
    const run = await runCell(plan, cell, { timeoutMs: limit.current(), signal });
    const { outcome, records, ms } = run;
    if (outcome !== 'interrupted' && mayKeep(cell, outcome.kind))
      await cache?.keep(cell, repetition, { outcome, records, ms });
    return { ...run, cached: false };
  };
}

/** A baseline that fails may do so for a reason outside the inputs, such as a database that is down. */
function mayKeep(cell: Cell, kind: 'passed' | 'failed' | 'hung'): boolean {
  const isBaseline = Object.keys(cell.gaps).length === 0 && cell.faults.length === 0;
  return kind === 'passed' || !isBaseline;
}
