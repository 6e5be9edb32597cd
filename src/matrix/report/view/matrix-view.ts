import { count, duration } from '../../../report/amounts.ts';
import { plainText } from '../../../report/plain-text.ts';
import type { Baseline, Cause, FlakyCell, Outcome } from '../../model.ts';
import type { MatrixReport } from '../matrix-report.ts';
import { exitCodeOf, verdictOf } from '../verdict.ts';
import { outcomeClause, shownCell } from '../words.ts';
import { type CauseView, commandText, showTest, viewCause } from './cause-view.ts';
import { type FaultGrid, viewFaults } from './fault-grid.ts';
import { type GapRow, viewGaps } from './gap-grid.ts';
import { type NoteView, viewNotes } from './note-view.ts';

/** The content that several formats share. Every text is one line of plain text, to be escaped for the format. */
export type MatrixView = {
  readonly command: string;
  /** `✔` for exit code 0, otherwise `✘`. */
  readonly sign: string;
  /** A clause whose subject is the command: `depends on 2 unpromised behaviours`. */
  readonly verdict: string;
  /** `24 runs (3 from the cache) in 1 min 12 s, 2 at a time` */
  readonly scope: string;
  /** Why the matrix says little or nothing: what is wrong, then what to do. Empty if it ran to its end. */
  readonly incomplete: readonly string[];
  /** The dependences that count, then the accepted ones. */
  readonly dependences: readonly CauseView[];
  readonly faultCauses: readonly CauseView[];
  readonly gaps: readonly GapRow[];
  readonly faults: FaultGrid;
  readonly flaky: readonly { readonly cell: string; readonly outcomes: string }[];
  readonly notes: readonly NoteView[];
  /** `list-order (production, env-2)` */
  readonly pinned: readonly string[];
  /** Cells for which there was no time, most telling first. */
  readonly leftOut: readonly string[];
  readonly remarks: readonly string[];
};

/** Builds the view of a report. */
export function viewMatrix(report: MatrixReport): MatrixView {
  const { result } = report;
  const byWeight = (causes: readonly Cause[]) =>
    causes
      .map((cause) => viewCause(cause, report))
      .toSorted((one, other) => Number(other.counts) - Number(one.counts));
  return {
    command: commandText(report),
    sign: exitCodeOf(report) === 0 ? '✔' : '✘',
    verdict: verdictOf(report),
    scope: scopeOf(report),
    incomplete: incompleteOf(report),
    dependences: byWeight(result.dependences),
    faultCauses: byWeight(result.faultCauses),
    gaps: viewGaps(report),
    faults: viewFaults(report),
    flaky: result.flaky.map(viewFlaky),
    notes: viewNotes(result.notes, report),
    pinned: result.reliance.flatMap(({ gap, pinnedIn }) =>
      pinnedIn.length === 0 ? [] : [`${gap} (${pinnedIn.map(plainText).join(', ')})`],
    ),
    leftOut: result.leftOut.map(shownCell),
    remarks: report.remarks.map(plainText),
  };
}

function scopeOf({ result, durationMs, jobs }: MatrixReport): string {
  const cached = result.runs.filter((run) => run.cached).length;
  const executed = cached === 0 ? '' : ` (${cached === result.runs.length ? 'all' : cached} from the cache)`;
  const beside = jobs === 1 ? '' : `, ${jobs} at a time`;
  return `${count(result.runs.length, 'run')}${executed} in ${duration(durationMs)}${beside}`;
}

function incompleteOf({ result, observed }: MatrixReport): readonly string[] {
  const { baseline, stopped, leftOut, runs } = result;
  const left = `${count(leftOut.length, 'cell')} ${leftOut.length === 1 ? 'was' : 'were'} left out`;
  return [
    ...baselineTrouble(baseline, observed?.file),
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
        'The command must use the address in STORE_ORDERS_URL (or --env NAME={baseUrl}), the key in STORE_ORDERS_API_KEY.',
      ];
  }
}

function failingTests(outcome: Outcome): readonly string[] {
  return outcome.kind === 'passed'
    ? []
    : outcome.tests.slice(0, 10).map((name) => `Failing: ${showTest(name)}`);
}

function viewFlaky({ cell, outcomes }: FlakyCell): MatrixView['flaky'][number] {
  const kinds = Map.groupBy(outcomes, outcomeClause);
  const words = [...kinds].map(
    ([clause, all]) => `${clause} (${all.length} of ${count(outcomes.length, 'run')})`,
  );
  return { cell: shownCell(cell), outcomes: words.join(', ') };
}
