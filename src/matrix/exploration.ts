import type { Cell, EndedRun, Estimate, MatrixResult, PlannedRun, Purpose, StopReason } from './model.ts';
import { baselineCell } from './plan/cell.ts';
import { formatCell } from './plan/cell-text.ts';
import type { Examined, Finding } from './plan/examine.ts';
import { faultId } from './plan/fault-points.ts';
import { createLedger, type Ledger } from './plan/ledger.ts';
import { createPlan, type Plan, type PlanOptions } from './plan/plan.ts';
import { resultOf } from './plan/result.ts';
import { baselineVerdict, isFailure, medianOf } from './plan/verdict.ts';

/** Decides which runs are needed, from the outcomes so far. It starts nothing itself. */
export type Exploration = ReturnType<typeof createExploration>;

/** A run that is needed and not in progress. */
type Wanted = { readonly cell: Cell; readonly purpose: Purpose };

type OpenFinding = Extract<Finding, { readonly kind: 'open' }>;

/** The runs without a cause after each flaky cell, and how many of them at most: a flaky client fails one of them. */
const baselinesPerFlakyCell = 2;
const mostMoreBaselines = 6;

/**
 * Creates the exploration of a client's reliance: which cells to run, from the outcomes so far. It has no clock and does no
 * I/O. The same outcomes give the same findings, whether runs are recorded one after the other or in parallel.
 *
 * @example
 * const exploration = createExploration();
 * for (let run = exploration.next(); typeof run === 'object'; run = exploration.next())
 *   exploration.record(await runCommand(run));
 * const { dependences } = exploration.result();
 */
export function createExploration(options: PlanOptions = {}) {
  const ledger = createLedger();
  const plan = createPlan(ledger, options);
  let stopped: StopReason | undefined;
  let estimate: Estimate | undefined;

  const wanted = (): readonly Wanted[] => (stopped === undefined ? wantedRuns(ledger, plan) : []);
  return {
    /** Returns the run to start now; `wait` if a run in progress must end first; `done` at the end. */
    next: (): PlannedRun | 'wait' | 'done' => {
      const [first] = wanted();
      if (first !== undefined) return ledger.start(first.cell, first.purpose);
      return stopped === undefined && ledger.busy > 0 ? 'wait' : 'done';
    },
    record: (ended: EndedRun): void => ledger.end(ended),
    /** Plans nothing more. What was planned and not run becomes `leftOut`. */
    stop: (reason: StopReason): void => {
      stopped ??= reason;
      if (baselineVerdict(ledger.of(baselineCell)).kind === 'passed') plan.complete();
    },
    progress: () => progressOf(ledger, wanted().length),
    /** Returns how many runs there will be. Undefined before a run of the baseline has passed. */
    estimate: (): Estimate | undefined => {
      const passed = estimate === undefined && ledger.of(baselineCell).find((run) => !isFailure(run.outcome));
      if (passed) estimate = estimateRuns(passed, options);
      return estimate;
    },
    result: (): MatrixResult => resultOf(ledger, plan, stopped),
  };
}

/** The runs that are needed now and not in progress, most telling first. They are independent of each other. */
function wantedRuns(ledger: Ledger, plan: Plan): readonly Wanted[] {
  const baseline = ledger.of(baselineCell);
  const running = ledger.inProgress(baselineCell);
  const verdict = baselineVerdict(baseline);
  if (verdict.kind === 'open')
    return repeat(verdict.more - running, { cell: baselineCell, purpose: 'baseline' });
  if (verdict.kind !== 'passed') return [];
  const { flakyCells } = plan.situation();
  const more = Math.min(mostMoreBaselines, baselinesPerFlakyCell * flakyCells);
  const without = repeat(3 + more - baseline.length - running, { cell: baselineCell, purpose: 'without' });
  const confirming = inOrder(plan.examine()).flatMap(({ cell, purpose, more: runs }) =>
    repeat(runs - ledger.inProgress(cell), { cell, purpose }),
  );
  return [...without, ...confirming];
}

/** Confirming and reducing failures under faults comes last: their first runs already show how the client behaves. */
function inOrder(examined: readonly Examined[]): readonly OpenFinding[] {
  const open = examined.flatMap(({ purpose, finding }) =>
    finding.kind === 'open' ? [{ finding, last: purpose === 'fault' && finding.purpose !== 'fault' }] : [],
  );
  const findings = [...open.filter(({ last }) => !last), ...open.filter(({ last }) => last)];
  const byCell = new Map<string, OpenFinding>();
  for (const { finding } of findings) {
    const key = formatCell(finding.cell);
    if (!byCell.has(key)) byCell.set(key, finding);
  }
  return [...byCell.values()];
}

function repeat(times: number, run: Wanted): readonly Wanted[] {
  return Array.from({ length: Math.max(0, times) }, () => run);
}

/** What a person wants to know while the matrix runs. */
export type Progress = ReturnType<typeof progressOf>;

function progressOf(ledger: Ledger, wanted: number) {
  const { ended, busy } = ledger;
  const failing = new Set(
    ended.filter(({ outcome }) => isFailure(outcome)).map(({ run }) => formatCell(run.cell)),
  );
  const baseline = ledger.of(baselineCell).filter(({ outcome }) => !isFailure(outcome));
  return {
    ended: ended.length,
    /** Can grow, when new reliance extends the plan. */
    planned: ended.length + busy + wanted,
    failing: failing.size,
    /** Milliseconds of one run without the matrix, the median of the baseline. Undefined before the first has passed. */
    runMs: baseline.length === 0 ? undefined : medianOf(baseline.map(({ ms }) => ms)),
  };
}

/** Plays the matrix with runs that pass and send the same as a run of the baseline. */
export function estimateRuns(baseline: EndedRun, options: PlanOptions): Estimate {
  const exploration = createExploration(options);
  let ifAllPass = 0;
  for (let run = exploration.next(); typeof run === 'object'; run = exploration.next()) {
    exploration.record({ ...baseline, run, records: recordsOf(run, baseline) });
    ifAllPass++;
  }
  // Each cell that fails is confirmed by two more runs, and causes are reduced; clients with one bug need 72 runs at most.
  return { ifAllPass, most: Math.min(3 * ifAllPass + 12, Math.max(90, 2 * ifAllPass + 14)) };
}

/** The records of the baseline, with the faults of a run as if they had fired. */
function recordsOf({ cell: { faults } }: PlannedRun, { records }: EndedRun): EndedRun['records'] {
  const at = records.findIndex(({ kind }) => kind === 'exchange');
  return records.map((record, index) =>
    record.kind === 'exchange' && index === at ? { ...record, faults: faults.map(faultId) } : record,
  );
}
