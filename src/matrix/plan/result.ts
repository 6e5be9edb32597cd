import type { Baseline, Cause, Cell, EndedRun, FlakyCell, MatrixResult, StopReason } from '../model.ts';
import { notesOf } from '../notes/notes.ts';
import { baselineCell, formatCell } from './cell.ts';
import { firstDifference } from './differences.ts';
import { type Examined, showsNothing } from './examine.ts';
import { exchangesOf, relianceOf } from './reliance.ts';
import type { RunLog } from './run-log.ts';
import { baselineOf, isFailure } from './verdict.ts';

/** Summarises what the runs so far have shown. */
export function resultOf(
  log: RunLog,
  cases: readonly Examined[],
  stopped: StopReason | undefined,
): MatrixResult {
  const runs = log.ended;
  const baselineRuns = log.of(baselineCell);
  const baseline = baselineOf(baselineRuns);
  const examined = baseline.kind === 'passed' ? cases : [];
  const causes = foundCauses(examined, log);
  return {
    baseline,
    refusals: baseline.kind === 'failed' || baseline.kind === 'flaky' ? refusalsOf(baselineRuns) : [],
    reliance: relianceOf(runs),
    assumptions: causes.filter(isAssumption),
    faultCauses: causes.filter((cause) => !isAssumption(cause)),
    noEffect: baseline.kind === 'passed' ? withoutEffect(log) : [],
    flaky: flakyOf(baseline, examined, log),
    notes: notesOf(runs),
    runs,
    leftOut: stopped === undefined ? [] : leftOut(examined),
    stopped,
  };
}

export function causesOf({ assumptions, faultCauses }: MatrixResult): readonly Cause[] {
  return [...assumptions, ...faultCauses];
}

/** Whether a choice is a necessary part of a cause, alone or after a fault. */
export function isAssumption({ cell }: Pick<Cause, 'cell'>): boolean {
  return Object.keys(cell.gaps).length > 0;
}

const maxRefusals = 5;

/** Returns such as `GET /store/orders: 404. No operation has this path. …`, each once. */
function refusalsOf(runs: readonly EndedRun[]): readonly string[] {
  const texts = runs
    .flatMap(exchangesOf)
    .flatMap(({ method, target, status, refused }) =>
      refused === undefined ? [] : [`${method} ${target}: ${status}. ${refused}`],
    );
  return [...new Set(texts)].slice(0, maxRefusals);
}

function foundCauses(examined: readonly Examined[], log: RunLog): readonly Cause[] {
  const found = new Map<string, Cause>();
  for (const { finding } of examined) {
    if (finding.kind !== 'cause') continue;
    const key = formatCell(finding.cell);
    const failing = log.of(finding.cell).filter(({ outcome }) => isFailure(outcome));
    const [first] = failing;
    if (found.has(key) || first === undefined || !isFailure(first.outcome)) continue;
    found.set(key, {
      cell: finding.cell,
      outcome: first.outcome,
      difference: firstDifference(passingRuns(finding.cell, log), first),
      runs: failing.map(({ run }) => run.id),
    });
  }
  return [...found.values()];
}

/** Runs to compare a cause with: those of its faults alone, which the client survives, or else of the baseline. */
function passingRuns({ gaps, faults }: Cell, log: RunLog): readonly EndedRun[] {
  const ofFaults = Object.keys(gaps).length > 0 ? log.of({ gaps: {}, faults }) : [];
  return ofFaults.length > 0 ? ofFaults : log.of(baselineCell);
}

/** With a baseline that fails at times, no failing cell says anything about its parts: all of them are flaky. */
function flakyOf(baseline: Baseline, examined: readonly Examined[], log: RunLog): readonly FlakyCell[] {
  const failing = log.ended
    .map(({ run }) => run.cell)
    .filter((cell) => log.of(cell).some(({ outcome }) => isFailure(outcome)));
  const found = examined.flatMap(({ finding }) => (finding.kind === 'flaky' ? [finding.cell] : []));
  return distinct(baseline.kind === 'flaky' ? failing : found).map((cell) => ({
    cell,
    outcomes: log.of(cell).map(({ outcome }) => outcome),
  }));
}

/** The cells that show nothing, with those that were run only to reduce another one. Not in the order of the runs, which depends on `jobs`. */
function withoutEffect(log: RunLog): readonly Cell[] {
  return distinct(log.ended.map(({ run }) => run.cell))
    .filter((cell) => showsNothing(cell, log.of(cell)))
    .toSorted((one, other) => (formatCell(one) < formatCell(other) ? -1 : 1));
}

function distinct(cells: readonly Cell[]): readonly Cell[] {
  return [...new Map(cells.map((cell) => [formatCell(cell), cell])).values()];
}

/** The cells without a run, and those whose failure was not confirmed. */
function leftOut(examined: readonly Examined[]): readonly Cell[] {
  return examined.flatMap((one) => (one.finding.kind === 'open' ? [one.cell] : []));
}
