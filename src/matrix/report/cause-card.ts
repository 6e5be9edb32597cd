import { andMore } from '../../report/amounts.ts';
import type { Card, Fact, Line } from '../../report/document.ts';
import { plainText, shorten } from '../../report/plain-text.ts';
import { shellCommand } from '../../report/shell-words.ts';
import type { Gap } from '../../simulator/environment/gaps/gap.ts';
import { type GapKey, gapKeys, gapOf } from '../../simulator/environment/gaps/gaps.ts';
import type { Cause, Cell, Difference, MatrixResult } from '../model.ts';
import { formatCell } from '../plan/cell.ts';
import { faultPoints } from '../plan/fault-points.ts';

import { isAccepted, statusMarks } from './cell-status.ts';
import { viewDifference } from './difference-view.ts';
import type { MatrixReport } from './matrix-report.ts';
import {
  choiceMeaning,
  faultClause,
  fixCommand,
  outcomeClause,
  reliedOnSentence,
  shownCell,
  showTest,
} from './words.ts';

export type GapPart = ReturnType<typeof gapParts>[number];

const maxTests = 10;

export function causeCard(cause: Cause, report: MatrixReport): Card {
  const { cell, outcome } = cause;
  const parts = gapParts(cell, report);
  const tests = outcome.tests.map(showTest);
  const meaning = meaningOf(cell, parts);
  const differs = cause.difference === undefined ? [] : differenceLines(cause.difference);
  const facts: readonly Fact[] = [
    fact('breaks with', [shownCell(cell), meaning === '' ? '' : ` (${meaning})`]),
    ...parts.map(({ why }) => fact('not promised', why)),
    fact('outcome', outcomeClause(outcome)),
    ...(tests.length < 2
      ? []
      : [fact('failing', ...tests.slice(0, maxTests), ...andMore(tests.length, maxTests, 'test'))]),
    ...(differs.length === 0 ? [] : [fact('differs', ...differs)]),
    ...parts.map(({ fix }) => fact('how to fix', [fix])),
  ];
  return {
    kind: 'card',
    mark: statusMarks[isAccepted(cause, report) ? 'accepted' : 'breaks'],
    title: tests[0] ?? commandText(report),
    suffix: clauseOf(parts, cause),
    evidence: [{ facts: [...facts, fact('reproduce', reproduceCommand(cell, report))] }],
    total: 1,
  };
}

function fact(name: string, ...lines: readonly Line[]): Fact {
  return { name, lines };
}

/** Returns what the parts of a cause mean: `it is no longer listed`. Empty if nothing is known. */
function meaningOf({ faults }: Cell, parts: readonly GapPart[]): string {
  const all = [
    ...parts.map(({ meaning }) => meaning),
    ...faults.map(({ kind }) => faultPoints[kind].summary),
  ];
  const known = all.filter((meaning) => meaning !== '');
  return known.join('; ') + (parts.length > 1 && known.length > 0 ? '; only together' : '');
}

function differenceLines(difference: Difference): readonly Line[] {
  const { request, passing, failing } = viewDifference(difference);
  return [
    [request],
    ['  ', { text: 'passing', tone: 'good' }, '  ', passing],
    ['  ', { text: 'failing', tone: 'bad' }, '  ', failing],
  ];
}

export function commandText({ command }: Pick<MatrixReport, 'command'>): string {
  return shorten(plainText(shellCommand(command)), 200);
}

/** Returns a command for a POSIX shell that runs only one cell. */
export function reproduceCommand(cell: Cell, { options, command }: MatrixReport): string {
  const only = ['--only', formatCell(cell)];
  return plainText(shellCommand(['store-orders-sim', 'matrix', ...options, ...only, '--', ...command]));
}

export function gapParts(cell: Cell, { result }: Pick<MatrixReport, 'result'>) {
  return gapKeys.flatMap((key) => {
    const choice = cell.gaps[key];
    if (choice === undefined) return [];
    const gap = gapOf(key);
    const baseline = result.reliance.find((one) => one.gap === key)?.choice ?? gap.default;
    const enough = [baseline, ...otherPassingChoices(key, cell, result)];
    return {
      gap: key,
      choice: plainText(choice),
      /** What the choice means: `it is no longer listed`. */
      meaning: plainText(choiceMeaning(key, choice)),
      baseline: plainText(baseline),
      /** `a cancelled order stays listed` */
      reliesOn: plainText(enough.map((one) => reliedOnSentence(key, one)).join(', or ')),
      /** Why nobody promised it, as a sentence. */
      why: whyOf(gap),
      fix: fixCommand(key),
    };
  });
}

/** Returns the choices of a gap, beside that of the baseline, with which the same cell passes. */
function otherPassingChoices(key: GapKey, cell: Cell, { runs, noEffect }: MatrixResult): readonly string[] {
  const idle = new Set(noEffect.map(formatCell));
  const passed = runs.filter(({ outcome }) => outcome.kind === 'passed').map(({ run }) => run.cell);
  const passing = new Set(passed.map(formatCell).filter((text) => !idle.has(text)));
  const tried = new Set(passed.flatMap(({ gaps }) => gaps[key] ?? []));
  return [...tried].filter((one) => passing.has(formatCell({ ...cell, gaps: { ...cell.gaps, [key]: one } })));
}

function whyOf({ spec, question, why }: Gap): string {
  return `the specification (${spec}) leaves open: ${question} (${why})`;
}

/** Completes a test or a command: `relies on: a cancelled order stays listed`. */
function clauseOf(parts: readonly GapPart[], { cell, outcome }: Cause): string {
  const verb = outcome.kind === 'hung' ? 'hangs' : 'fails';
  if (parts.length === 0 && cell.faults.length === 0) return '';
  if (parts.length === 0) return `${verb} if ${cell.faults.map(faultClause).join(' and ')}`;
  // A pair is minimal: the client works as long as one of them is as in the baseline.
  const on = parts.map(({ reliesOn }) => reliesOn).join(', or ');
  const relies = parts.length === 1 ? `relies on: ${on}` : `relies on one of: ${on}`;
  const after = cell.faults.map(({ kind }) => `after ${kind}`);
  return after.length === 0 ? relies : `${after.join(' and ')}, ${relies}`;
}
