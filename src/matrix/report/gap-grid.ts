import type { GridRow, Mark } from '../../report/document.ts';
import { type GapKey, gapOf, gaps } from '../../simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../simulator/environment/gaps/read-choice.ts';
import { causeId } from './cause-card.ts';
import type { MatrixReport } from './matrix-report.ts';
import { acceptance } from './verdict.ts';
import { choiceMeaning, type RunsOfCell, runsByCell, shownCell } from './words.ts';

const marks = {
  baseline: { sign: '●', word: 'baseline', tone: 'soft' },
  passes: { sign: '✔', word: 'passes', tone: 'good' },
  breaks: { sign: '✘', word: 'breaks', tone: 'bad' },
  accepted: { sign: '~', word: 'accepted', tone: 'warn' },
  'breaks-after-fault': { sign: '✘', word: 'breaks after a fault', tone: 'bad' },
  'breaks-together': { sign: '✘', word: 'breaks with another', tone: 'bad' },
  'no-effect': { sign: '·', word: 'had no effect', tone: 'soft' },
  flaky: { sign: '?', word: 'flaky', tone: 'warn' },
  'not-run': { sign: '–', word: 'not run', tone: 'soft' },
} as const satisfies Record<string, Mark>;

/** Returns a row for each gap on which a response relied: the choice of the baseline, then the others. */
export function gapRows(report: MatrixReport): readonly GridRow[] {
  const { reliance, runs, dependences } = report.result;
  const cells = runsByCell(runs);
  return gaps.flatMap(({ key, question }): readonly GridRow[] => {
    const relied = reliance.find(({ gap }) => gap === key);
    if (relied === undefined) return [];
    const squares = choicesOf(key, relied.choice, cells).map((choice) => {
      const status = choice === relied.choice ? 'baseline' : statusOf(key, choice, report, cells);
      const cause = dependences.find(({ cell }) => cell.gaps[key] === choice);
      const isFound = /^(?:breaks|accepted)/.test(status);
      return {
        name: choice,
        meaning: choiceMeaning(key, choice),
        mark: marks[status],
        to: cause === undefined || !isFound ? undefined : causeId(cause, report),
      };
    });
    const pinned = relied.pinnedIn.length > 0 ? ' Pinned in some environments' : '';
    return [{ name: key, note: question + pinned, squares }];
  });
}

/** Returns the baseline, the allowed choices of the table without a parameter, and others that were run. */
function choicesOf(key: GapKey, baseline: string, cells: readonly RunsOfCell[]): readonly string[] {
  const { choices, breaks } = gapOf(key);
  const allowed = Object.keys(choices).filter(
    (choice) => !hasParameter(choice) && breaks?.[choice] === undefined,
  );
  return [...new Set([baseline, ...allowed, ...cells.flatMap(({ cell }) => cell.gaps[key] ?? [])])];
}

function statusOf(
  key: GapKey,
  choice: string,
  report: MatrixReport,
  cells: readonly RunsOfCell[],
): keyof typeof marks {
  const { dependences, flaky, noEffect } = report.result;
  const alone = shownCell({ gaps: { [key]: choice }, faults: [] });
  const cause = dependences.find(({ cell }) => shownCell(cell) === alone);
  if (cause !== undefined) return acceptance(cause, report) === undefined ? 'breaks' : 'accepted';
  const others = dependences.filter(({ cell }) => cell.gaps[key] === choice);
  if (others.length > 0)
    return others.some(({ cell }) => Object.keys(cell.gaps).length > 1)
      ? 'breaks-together'
      : 'breaks-after-fault';
  const unsteady = new Set(flaky.map(({ cell }) => shownCell(cell)));
  const ineffective = new Set(noEffect.map(shownCell));
  if (unsteady.has(alone)) return 'flaky';
  // A choice passes if a run with it passed: alone, or with other choices.
  const passes = cells.some(
    ({ text, cell, runs }) =>
      cell.gaps[key] === choice &&
      !unsteady.has(text) &&
      !ineffective.has(text) &&
      runs.some(({ outcome }) => outcome.kind === 'passed'),
  );
  if (passes) return 'passes';
  return noEffect.some(({ gaps }) => gaps[key] === choice) ? 'no-effect' : 'not-run';
}
