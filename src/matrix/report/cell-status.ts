import { count } from '../../report/amounts.ts';
import type { Mark } from '../../report/document.ts';
import type { Cause, FlakyCell } from '../model.ts';
import { contains, formatCell } from '../plan/cell.ts';
import { isAct } from '../plan/fault-points.ts';
import { causesOf, isAssumption } from '../plan/result.ts';
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
  return isAssumption(cause) || cause.outcome.kind === 'hung' || isAsked;
}

export const statusMarks = {
  /** A cause that counts for the exit code, or is only shown, or is accepted. */
  breaks: { sign: '✘', word: 'breaks', tone: 'bad' },
  reacts: { sign: '!', word: 'fails', tone: 'warn' },
  accepted: { sign: '~', word: 'accepted', tone: 'warn' },
  flaky: { sign: '?', word: 'flaky', tone: 'warn' },
  /** It contains the cause of another cell. */
  explained: { sign: '↳', word: 'explained', tone: 'soft' },
  /** It failed, and no cause was determined. */
  undetermined: { sign: '?', word: 'undetermined', tone: 'warn' },
  'no-effect': { sign: '·', word: 'no effect', tone: 'soft' },
  'left-out': { sign: '·', word: 'left out', tone: 'soft' },
  passes: { sign: '✔', word: 'passes', tone: 'good' },
} as const satisfies Readonly<Record<string, Mark>>;

/** What a cell showed. */
type CellStatus = {
  readonly kind: keyof typeof statusMarks;
  /** The outcome, the outcomes of a flaky cell, the cause of another cell. */
  readonly detail: string;
  readonly cause?: Cause;
};

export type CellRow = RunsOfCell & CellStatus;

/** Returns every cell of a matrix but the baseline, with what it showed, in the order of the runs. */
export function cellRows(report: MatrixReport): readonly CellRow[] {
  const ran = runsByCell(report.result.runs).filter(({ text }) => text !== 'baseline');
  const left = report.result.leftOut.filter((cell) => !ran.some(({ text }) => text === shownCell(cell)));
  return [
    ...ran.map((row) => ({ ...row, ...statusOf(row, report) })),
    ...left.map((cell): CellRow => ({ text: shownCell(cell), cell, runs: [], kind: 'left-out', detail: '' })),
  ];
}

function statusOf({ text, cell, runs }: RunsOfCell, report: MatrixReport): CellStatus {
  const { flaky: allFlaky, noEffect } = report.result;
  const causes = causesOf(report.result);
  const failing = runs.find(({ outcome }) => outcome.kind !== 'passed');
  const detail = failing === undefined ? '' : outcomeClause(failing.outcome);
  const cause = causes.find((one) => shownCell(one.cell) === text);
  if (cause !== undefined) {
    if (isAccepted(cause, report)) return { kind: 'accepted', detail: '', cause };
    return { kind: counts(cause, report) ? 'breaks' : 'reacts', detail, cause };
  }
  const flaky = allFlaky.find((one) => shownCell(one.cell) === text);
  if (flaky !== undefined) return { kind: 'flaky', detail: outcomesOf(flaky) };
  if (noEffect.some((one) => shownCell(one) === text)) return { kind: 'no-effect', detail };
  if (failing === undefined) return { kind: 'passes', detail };
  const by = causes.find((one) => contains(cell, one.cell));
  return by === undefined
    ? { kind: 'undetermined', detail }
    : { kind: 'explained', detail: `by ${shownCell(by.cell)}` };
}

/** Returns `passes (2 of 3 runs), hangs (1 of 3 runs)`. */
function outcomesOf({ outcomes }: FlakyCell): string {
  const kinds = Map.groupBy(outcomes, outcomeClause);
  const words = [...kinds].map(
    ([clause, all]) => `${clause} (${all.length} of ${count(outcomes.length, 'run')})`,
  );
  return words.join(', ');
}
