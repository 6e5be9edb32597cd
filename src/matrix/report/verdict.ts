import { count, duration } from '../../report/amounts.ts';
import { plainText } from '../../report/plain-text.ts';
import type { ExitCode } from '../../user-error.ts';
import type { Baseline, Cause, Outcome } from '../model.ts';
import { isAct } from '../plan/fault-points.ts';
import { causesOf, isAssumption } from '../plan/result.ts';
import { type CellRow, cellRows, counts } from './cell-status.ts';
import type { MatrixReport } from './matrix-report.ts';
import { outcomeClause, shownCell, showTest } from './words.ts';

function counted(report: MatrixReport): readonly Cause[] {
  return causesOf(report.result).filter((cause) => counts(cause, report));
}

/**
 * Returns the exit code of a matrix: 0 nothing found, 1 an assumption, a hang, with `required` a fault or an actor that breaks the
 * tests, or with `only` a failing run; 3 the baseline fails, is not stable or sends nothing, or the cell of `only` had no effect;
 * 130 interrupted.
 */
export function exitCodeOf(report: MatrixReport): ExitCode {
  const { baseline, stopped } = report.result;
  if (stopped === 'interrupted') return 130;
  if (baseline.kind !== 'passed') return 3;
  if (counted(report).length > 0) return 1;
  const row = onlyRow(report);
  if (row === undefined || ['passes', 'accepted'].includes(row.kind)) return 0;
  return hasFailed(row) ? 1 : 3;
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
  const row = onlyRow(report);
  if (row !== undefined) return onlyVerdict(row);
  if (stopped === 'interrupted')
    return `was interrupted after ${count(runs.length, 'run')}; nothing was found`;
  if (stopped === 'budget') return 'relies on nothing unpromised in the cells for which there was time';
  return 'relies on nothing that the contract does not promise';
}

/** The cell of `--only`, if it ran. */
function onlyRow(report: MatrixReport): CellRow | undefined {
  const { only } = report;
  return only && cellRows(report).find(({ text, runs }) => text === shownCell(only) && runs.length > 0);
}

function hasFailed({ runs }: CellRow): boolean {
  return runs.some(({ outcome }) => outcome.kind !== 'passed');
}

/** The verdict on the cell of `--only`, for which no cause was found. */
function onlyVerdict(row: CellRow): string {
  const { text, kind } = row;
  if (kind === 'accepted') return `fails with ${text}, which is accepted`;
  if (kind === 'flaky') return `is flaky with ${text}: its runs had different outcomes`;
  const verb = hasFailed(row) ? 'fails' : 'passes';
  if (kind !== 'no-effect') return `${verb} with ${text}`;
  return `${verb}, but ${text} had no effect: no exchange relied on a choice, or a fault did not fire`;
}

/** Returns `depends on 1 unpromised behaviour and fails under 2 faults and hangs beside 1 actor`, as far as there are any. */
function foundOf(causes: readonly Cause[]): string | undefined {
  const kinds = Map.groupBy(causes, (cause) => {
    if (isAssumption(cause)) return 'depends on/unpromised behaviour';
    const verb = cause.outcome.kind === 'hung' ? 'hangs' : 'fails';
    return isAct(cause.cell) ? `${verb} beside/actor` : `${verb} under/fault`;
  });
  const clauses = [...kinds].map(([kind, all]) => {
    const [verb = '', noun = ''] = kind.split('/');
    return `${verb} ${count(all.length, noun)}`;
  });
  return clauses.length === 0 ? undefined : clauses.join(' and ');
}

/** Returns `24 runs in 1 min 12 s, 2 at a time`. */
export function scopeOf({ result, durationMs, jobs }: MatrixReport): string {
  const beside = jobs === 1 ? '' : `, ${jobs} at a time`;
  return `${count(result.runs.length, 'run')} in ${duration(durationMs)}${beside}`;
}

/** Returns why the matrix says little or nothing: what is wrong, then what to do. Empty if it ran to its end. */
export function incompleteOf({ result, observed }: MatrixReport): readonly string[] {
  const { baseline, stopped, leftOut, runs, refusals } = result;
  const left = `${count(leftOut.length, 'cell')} ${leftOut.length === 1 ? 'was' : 'were'} left out`;
  return [
    ...baselineTrouble(baseline, observed),
    ...refusals.map((text) => `Refused: ${plainText(text)}`),
    ...(stopped === 'interrupted' ? [`Interrupted after ${count(runs.length, 'run')}; ${left}.`] : []),
    ...(stopped === 'budget' ? [`The budget is used up; ${left}. Give a longer --budget to run them.`] : []),
  ];
}

function baselineTrouble(baseline: Baseline, observed: string | undefined): readonly string[] {
  switch (baseline.kind) {
    case 'passed':
      return [];
    case 'failed':
      return [
        observed === undefined
          ? `The command ${outcomeClause(baseline.outcome)} in the baseline. Let it pass against the simulator first.`
          : `The command ${outcomeClause(baseline.outcome)} with the choices of ${plainText(observed)}: it breaks today.`,
        ...failingTests(baseline.outcome),
      ];
    case 'flaky':
      return [
        `Runs of the baseline had different outcomes: ${baseline.outcomes.map(outcomeClause).join(', ')}.`,
        'Make the command repeatable first: a fixed seed, no shared state, no real clock.',
        ...[...new Set(baseline.outcomes.flatMap(failingTests))],
      ];
    case 'no-requests':
      return [
        'The command must use the address in STORE_ORDERS_BASE_URL (or --env NAME={baseUrl}), the key in STORE_ORDERS_API_KEY.',
      ];
  }
}

function failingTests(outcome: Outcome): readonly string[] {
  return outcome.kind === 'passed'
    ? []
    : outcome.tests.slice(0, 10).map((name) => `Failing: ${showTest(name)}`);
}
