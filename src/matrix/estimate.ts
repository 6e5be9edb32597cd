import { createExploration } from './exploration.ts';
import type { EndedRun, PlannedRun } from './model.ts';
import { faultId } from './plan/fault-points.ts';
import type { PlanOptions } from './plan/plan.ts';

/** How many runs a matrix needs: if the tests pass in all of them, and whatever happens. */
export type Estimate = { readonly ifAllPass: number; readonly most: number };

/** Each cell that fails is confirmed by two more runs, and causes are reduced; clients with one bug need 72 runs at most. */
function mostRuns(ifAllPass: number): number {
  return Math.min(3 * ifAllPass + 12, Math.max(90, 2 * ifAllPass + 14));
}

/** Estimates a matrix from what the tests sent in a run of the baseline: plays it with runs that pass and send the same. */
export function estimateRuns(baseline: EndedRun, options: PlanOptions): Estimate {
  const exploration = createExploration(options);
  let ifAllPass = 0;
  for (let run = exploration.next(); typeof run === 'object'; run = exploration.next()) {
    exploration.record({ ...baseline, run, outcome: { kind: 'passed' }, records: recordsOf(run, baseline) });
    ifAllPass++;
  }
  return { ifAllPass, most: mostRuns(ifAllPass) };
}

/** The records of the baseline, with the faults of a run as if they had fired. */
function recordsOf({ cell: { faults } }: PlannedRun, { records }: EndedRun): EndedRun['records'] {
  const at = records.findIndex(({ kind }) => kind === 'exchange');
  return records.map((record, index) =>
    record.kind === 'exchange' && index === at ? { ...record, faults: faults.map(faultId) } : record,
  );
}
