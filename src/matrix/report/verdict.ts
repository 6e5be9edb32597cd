import { count } from '../../report/amounts.ts';
import type { ExitCode } from '../../user-error.ts';
import type { Cause } from '../model.ts';
import { formatCell } from '../plan/cell-text.ts';
import type { MatrixReport } from './matrix-report.ts';
import { shownCell } from './words.ts';

/** Returns why the user accepts a cause, or undefined. */
export function acceptance({ cell }: Cause, { accepted }: MatrixReport): string | undefined {
  const text = formatCell(cell);
  return accepted.find((one) => one.cell === text)?.reason;
}

/** Whether a cause counts for the exit code. */
export function counts(cause: Cause, report: MatrixReport): boolean {
  if (acceptance(cause, report) !== undefined) return false;
  return cause.cell.faults.length === 0 || cause.outcome.kind === 'hung' || report.requireFaults;
}

function counted(report: MatrixReport): readonly Cause[] {
  const { dependences, faultCauses } = report.result;
  return [...dependences, ...faultCauses].filter((cause) => counts(cause, report));
}

/**
 * Returns the exit code of a matrix: 0 nothing found, 1 a dependence, a hang, or with `requireFaults` a fault that breaks
 * the tests; 3 the baseline fails, is not stable or sends nothing; 130 interrupted.
 */
export function exitCodeOf(report: MatrixReport): ExitCode {
  const { baseline, stopped } = report.result;
  if (stopped === 'interrupted') return 130;
  if (baseline.kind !== 'passed') return 3;
  return counted(report).length > 0 ? 1 : 0;
}

/** Returns the outcome as a clause whose subject is the command: `depends on 2 unpromised behaviours`. */
export function verdictOf(report: MatrixReport): string {
  const { baseline, stopped, runs } = report.result;
  if (baseline.kind === 'failed') return 'fails without any change, so a failure in a cell would say nothing';
  if (baseline.kind === 'flaky')
    return 'is flaky without any change, so a failure in a cell would say nothing';
  if (baseline.kind === 'no-requests') return 'sent no request to the simulator, so there is nothing to vary';
  const found = foundOf(counted(report));
  if (found !== undefined) return found;
  if (stopped === 'interrupted')
    return `was interrupted after ${count(runs.length, 'run')}; nothing was found`;
  if (stopped === 'budget') return 'relies on nothing unpromised in the cells for which there was time';
  if (report.only !== undefined) return `passes with ${shownCell(report.only)}`;
  return 'relies on nothing that the contract does not promise';
}

function foundOf(causes: readonly Cause[]): string | undefined {
  const onGaps = causes.filter(({ cell }) => cell.faults.length === 0).length;
  const others = causes.filter(({ cell }) => cell.faults.length > 0);
  const hangs = others.filter(({ outcome }) => outcome.kind === 'hung').length;
  const clauses = [
    ...(onGaps === 0 ? [] : [`depends on ${count(onGaps, 'unpromised behaviour')}`]),
    ...(hangs === 0 ? [] : [`hangs under ${count(hangs, 'fault')}`]),
    ...(others.length === hangs ? [] : [`fails under ${count(others.length - hangs, 'fault')}`]),
  ];
  return clauses.length === 0 ? undefined : clauses.join(' and ');
}
