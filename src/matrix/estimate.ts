import { createExploration } from './exploration.ts';
import type { EndedRun, PlannedRun } from './model.ts';
import { faultId } from './plan/fault-points.ts';
import type { PlanOptions } from './plan/plan.ts';

/** How many runs a matrix needs: if the tests pass in all of them, and whatever happens. */
export type Estimate = { readonly ifAllPass: number; readonly most: number };

/** What a cell costs at most besides its own run, to confirm its failure; and for a few causes, to reduce them. */
const confirming = 2;
const reducing = 12;

/** Estimates a matrix from what the tests sent in a run of the baseline: plays it with runs that pass and send the same. */
export function estimateRuns(baseline: EndedRun, options: PlanOptions): Estimate {
  const exploration = createExploration(options);
  let ifAllPass = 0;
  for (let run = exploration.next(); typeof run === 'object'; run = exploration.next()) {
    exploration.record({ ...baseline, run, outcome: { kind: 'passed' }, records: recordsOf(run, baseline) });
    ifAllPass++;
  }
  return { ifAllPass, most: ifAllPass * (1 + confirming) + reducing };
}

/** The records of the baseline, with the faults of a run as if they had fired. */
function recordsOf({ cell: { faults } }: PlannedRun, { records }: EndedRun): EndedRun['records'] {
  const at = records.findIndex(({ kind }) => kind === 'exchange');
  return records.map((record, index) =>
    record.kind === 'exchange' && index === at ? { ...record, faults: faults.map(faultId) } : record,
  );
}
