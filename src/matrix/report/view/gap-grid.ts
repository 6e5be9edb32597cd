import { type GapKey, gaps } from '../../../simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../../simulator/environment/gaps/read-choice.ts';
import type { MatrixResult } from '../../model.ts';
import type { MatrixReport } from '../matrix-report.ts';
import { acceptance } from '../verdict.ts';
import { choiceMeaning, shownCell } from '../words.ts';
import { type RunsOfCell, runsByCell } from './runs-by-cell.ts';

/** What is known about a choice of a gap. */
export type ChoiceStatus =
  | 'baseline'
  | 'passes'
  | 'breaks'
  | 'accepted'
  | 'breaks-together'
  | 'flaky'
  | 'not-run';

/** A choice of a gap in the grid. */
export type GapSquare = {
  readonly choice: string;
  readonly meaning: string;
  readonly status: ChoiceStatus;
  readonly sign: string;
  readonly word: string;
};

/** A gap in the grid. */
export type GapRow = {
  readonly gap: GapKey;
  readonly question: string;
  /** Whether a response relied on the gap. If not, nothing was varied. */
  readonly reliedOn: boolean;
  readonly pinned: boolean;
  readonly squares: readonly GapSquare[];
};

/** The sign and the word of each status. The sign never appears without the word. */
export const statusWords: Readonly<Record<ChoiceStatus, { readonly sign: string; readonly word: string }>> = {
  baseline: { sign: '●', word: 'baseline' },
  passes: { sign: '✔', word: 'passes' },
  breaks: { sign: '✘', word: 'breaks' },
  accepted: { sign: '~', word: 'accepted' },
  'breaks-together': { sign: '✘', word: 'breaks with another' },
  flaky: { sign: '?', word: 'flaky' },
  'not-run': { sign: '–', word: 'not run' },
};

/** Builds the grid of gaps and choices: the gaps that were relied on first, each with its baseline first. */
export function viewGaps(report: MatrixReport): readonly GapRow[] {
  const { reliance, runs } = report.result;
  const cells = runsByCell(runs);
  const rows = gaps.map((gap): GapRow => {
    const relied = reliance.find(({ gap: key }) => key === gap.key);
    const baseline = relied?.choice ?? gap.default;
    const statusOf = (choice: string): ChoiceStatus =>
      choice === baseline ? 'baseline' : statusOfChoice(gap.key, choice, report, cells);
    return {
      gap: gap.key,
      question: gap.question,
      reliedOn: relied !== undefined,
      pinned: (relied?.pinnedIn.length ?? 0) > 0,
      squares: choicesOf(gap.key, baseline, cells).map((choice) => {
        const status = statusOf(choice);
        const meaning = choiceMeaning(gap.key, choice);
        return { choice, meaning, status, ...statusWords[status] };
      }),
    };
  });
  return rows.toSorted((one, other) => Number(other.reliedOn) - Number(one.reliedOn));
}

/** Returns the baseline, the allowed choices of the table without a parameter, and what was run besides. */
function choicesOf(key: GapKey, baseline: string, cells: readonly RunsOfCell[]): readonly string[] {
  const gap = gaps.find((one) => one.key === key);
  const allowed = Object.keys(gap?.choices ?? {}).filter(
    (choice) => !hasParameter(choice) && gap?.breaks?.[choice] === undefined,
  );
  const run = cells.flatMap(({ cell }) => cell.gaps[key] ?? []);
  return [...new Set([baseline, ...allowed, ...run])];
}

function statusOfChoice(
  key: GapKey,
  choice: string,
  report: MatrixReport,
  cells: readonly RunsOfCell[],
): ChoiceStatus {
  const { dependences, flaky } = report.result;
  const alone = shownCell({ gaps: { [key]: choice }, faults: [] });
  const cause = dependences.find(({ cell }) => shownCell(cell) === alone);
  if (cause !== undefined) return acceptance(cause, report) === undefined ? 'breaks' : 'accepted';
  if (dependences.some(({ cell }) => cell.gaps[key] === choice)) return 'breaks-together';
  if (flaky.some(({ cell }) => shownCell(cell) === alone)) return 'flaky';
  return passesSomewhere(key, choice, cells, report.result) ? 'passes' : 'not-run';
}

/** A choice passes if a run with it passed: alone, or with other choices. */
function passesSomewhere(
  key: GapKey,
  choice: string,
  cells: readonly RunsOfCell[],
  { flaky }: MatrixResult,
): boolean {
  const unsteady = new Set(flaky.map(({ cell }) => shownCell(cell)));
  return cells.some(
    ({ text, cell, runs }) =>
      cell.gaps[key] === choice &&
      !unsteady.has(text) &&
      runs.some(({ outcome }) => outcome.kind === 'passed'),
  );
}
