import { count } from '../../report/amounts.ts';
import type { Mark } from '../../report/document.ts';
import type { Cause, FlakyCell } from '../model.ts';
import { contains } from '../plan/cell.ts';
import { formatCell } from '../plan/cell-text.ts';
import { isAct } from '../plan/fault-points.ts';
import { causesOf, isDependence } from '../plan/result.ts';
import type { MatrixReport } from './matrix-report.ts';
import { outcomeClause, type RunsOfCell, runsByCell, shownCell } from './words.ts';

export function isAccepted({ cell }: Cause, { accepted }: MatrixReport): boolean {
  return accepted.includes(formatCell(cell));
}

/** Whether a cause counts for the exit code. */
export function counts(cause: Cause, report: MatrixReport): boolean {
  if (isAccepted(cause, report)) return false;
  // Who repeats one cell asks for its outcome.
  const what = isAct(cause.cell) ? 'actors' : 'faults';
  const isAsked = report.required.includes(what) || report.only !== undefined;
  return isDependence(cause) || cause.outcome.kind === 'hung' || isAsked;
}

/** What a cell showed. */
export type CellStatus =
  | { readonly kind: 'passes' | 'no-effect' | 'left-out' }
  /** It is a cause, which counts for the exit code, or is only shown, or is accepted. */
  | { readonly kind: 'breaks' | 'reacts' | 'accepted'; readonly cause: Cause }
  | { readonly kind: 'flaky'; readonly flaky: FlakyCell }
  | { readonly kind: 'explained'; readonly by: Cause }
  /** It failed, and no cause was determined. */
  | { readonly kind: 'undetermined' };

export type CellRow = RunsOfCell & { readonly status: CellStatus };

export const statusMarks: Readonly<Record<CellStatus['kind'], Mark>> = {
  breaks: { sign: '✘', word: 'breaks', tone: 'bad' },
  reacts: { sign: '!', word: 'fails', tone: 'warn' },
  accepted: { sign: '~', word: 'accepted', tone: 'warn' },
  flaky: { sign: '?', word: 'flaky', tone: 'warn' },
  explained: { sign: '↳', word: 'explained', tone: 'soft' },
  undetermined: { sign: '?', word: 'undetermined', tone: 'warn' },
  'no-effect': { sign: '·', word: 'no effect', tone: 'soft' },
  'left-out': { sign: '·', word: 'left out', tone: 'soft' },
  passes: { sign: '✔', word: 'passes', tone: 'good' },
};

/** Returns every cell of a matrix but the baseline, with what it showed, in the order of the runs. */
export function cellRows(report: MatrixReport): readonly CellRow[] {
  const ran = runsByCell(report.result.runs).filter(({ text }) => text !== 'baseline');
  const left = report.result.leftOut.filter((cell) => !ran.some(({ text }) => text === shownCell(cell)));
  return [
    ...ran.map((row) => ({ ...row, status: statusOf(row, report) })),
    ...left.map((cell): CellRow => ({ text: shownCell(cell), cell, runs: [], status: { kind: 'left-out' } })),
  ];
}

function statusOf({ text, cell, runs }: RunsOfCell, report: MatrixReport): CellStatus {
  const causes = causesOf(report.result);
  const cause = causes.find((one) => shownCell(one.cell) === text);
  if (cause !== undefined) {
    if (isAccepted(cause, report)) return { kind: 'accepted', cause };
    return { kind: counts(cause, report) ? 'breaks' : 'reacts', cause };
  }
  const flaky = report.result.flaky.find((one) => shownCell(one.cell) === text);
  if (flaky !== undefined) return { kind: 'flaky', flaky };
  if (report.result.noEffect.some((one) => shownCell(one) === text)) return { kind: 'no-effect' };
  if (runs.every(({ outcome }) => outcome.kind === 'passed')) return { kind: 'passes' };
  const by = causes.find((one) => contains(cell, one.cell));
  return by === undefined ? { kind: 'undetermined' } : { kind: 'explained', by };
}

/** Returns what to add to the word of a status: the outcome, the outcomes of a flaky cell, the cause of another cell. */
export function statusDetail({ status, runs }: CellRow): string {
  if (status.kind === 'flaky') return outcomesOf(status.flaky);
  if (status.kind === 'explained') return `by ${shownCell(status.by.cell)}`;
  const failing = runs.find(({ outcome }) => outcome.kind !== 'passed');
  return failing === undefined || status.kind === 'accepted' ? '' : outcomeClause(failing.outcome);
}

/** Returns `passes (2 of 3 runs), hangs (1 of 3 runs)`. */
export function outcomesOf({ outcomes }: FlakyCell): string {
  const kinds = Map.groupBy(outcomes, outcomeClause);
  const words = [...kinds].map(
    ([clause, all]) => `${clause} (${all.length} of ${count(outcomes.length, 'run')})`,
  );
  return words.join(', ');
}
