import { count, duration } from '../../report/amounts.ts';
import { plainText } from '../../report/plain-text.ts';
import type { ExitCode } from '../../user-error.ts';
import type { Baseline, Cause, Cell, Outcome } from '../model.ts';
import { formatCell } from '../plan/cell-text.ts';
import { isAct } from '../plan/fault-points.ts';
import { causesOf, isDependence } from '../plan/result.ts';
import type { MatrixReport } from './matrix-report.ts';
import { outcomeClause, shownCell, showTest } from './words.ts';

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

function counted(report: MatrixReport): readonly Cause[] {
  return causesOf(report.result).filter((cause) => counts(cause, report));
}

/**
 * Returns the exit code of a matrix: 0 nothing found, 1 a dependence, a hang, with `required` a fault or an actor that breaks the
 * tests, or with `only` a failing run; 3 the baseline fails, is not stable or sends nothing, or the cell of `only` had no effect;
 * 130 interrupted.
 */
export function exitCodeOf(report: MatrixReport): ExitCode {
  const { baseline, stopped } = report.result;
  if (stopped === 'interrupted') return 130;
  if (baseline.kind !== 'passed') return 3;
  if (counted(report).length > 0) return 1;
  const outcome = onlyOutcome(report);
  if (outcome === 'no-effect') return 3;
  return outcome === 'fails' || outcome === 'flaky' ? 1 : 0;
}

/**
 * Returns what the runs of the cell of `--only` show, or undefined without that option. A cell that fails without a cause
 * is one whose fault never fired, or whose parts are flaky.
 */
function onlyOutcome({ only, result, accepted }: MatrixReport) {
  if (only === undefined) return undefined;
  const text = formatCell(only);
  const runs = result.runs.filter(({ run }) => formatCell(run.cell) === text);
  const failing = runs.filter(({ outcome }) => outcome.kind !== 'passed').length;
  if (failing > 0 && accepted.includes(text)) return 'accepted';
  if (failing > 0) return failing === runs.length ? 'fails' : 'flaky';
  return result.noEffect.some((cell) => formatCell(cell) === text) ? 'no-effect' : 'passes';
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
  const ofOnly = report.only && onlyVerdict(report, report.only);
  if (ofOnly !== undefined) return ofOnly;
  if (stopped === 'interrupted')
    return `was interrupted after ${count(runs.length, 'run')}; nothing was found`;
  if (stopped === 'budget') return 'relies on nothing unpromised in the cells for which there was time';
  return 'relies on nothing that the contract does not promise';
}

/** The verdict on the cell of `--only`, for which no cause was found. */
function onlyVerdict(report: MatrixReport, only: Cell): string | undefined {
  const cell = shownCell(only);
  const isIdle = report.result.noEffect.some((one) => shownCell(one) === cell);
  const why =
    only.faults.length > 0
      ? 'its fault did not fire, or no exchange relied on its choice'
      : 'no exchange relied on it';
  switch (onlyOutcome(report)) {
    case 'accepted':
      return `fails with ${cell}, which is accepted`;
    case 'fails':
      return isIdle ? `fails with ${cell}, which had no effect: ${why}` : `fails with ${cell}`;
    case 'flaky':
      return `is flaky with ${cell}: its runs had different outcomes`;
    case 'no-effect':
      return `passes, but ${cell} had no effect: ${why}`;
    default:
      return report.result.stopped === undefined ? `passes with ${cell}` : undefined;
  }
}

/** Returns `depends on 1 unpromised behaviour and fails under 2 faults and hangs beside 1 actor`, as far as there are any. */
function foundOf(causes: readonly Cause[]): string | undefined {
  const words = causes.map((cause) => {
    if (isDependence(cause)) return ['depends on', 'unpromised behaviour'] as const;
    const verb = cause.outcome.kind === 'hung' ? 'hangs' : 'fails';
    return isAct(cause.cell) ? ([`${verb} beside`, 'actor'] as const) : ([`${verb} under`, 'fault'] as const);
  });
  const order = ['depends on', 'hangs under', 'hangs beside', 'fails under', 'fails beside'] as const;
  const clauses = order.flatMap((verb) => {
    const [first, ...more] = words.filter(([one]) => one === verb);
    return first === undefined ? [] : [`${verb} ${count(1 + more.length, first[1])}`];
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
    ...baselineTrouble(baseline, observed?.file),
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
