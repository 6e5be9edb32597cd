import type { TestCase, TestSuite } from '../../report/junit.ts';
import { cardText } from '../../report/terminal.ts';
import type { Cause } from '../model.ts';
import { isAct } from '../plan/fault-points.ts';
import { isDependence } from '../plan/result.ts';
import { causeCard, commandText } from './cause-card.ts';
import { type CellRow, cellRows, statusDetail, statusMarks } from './cell-status.ts';
import { pinnedOf } from './matrix-document.ts';
import type { MatrixReport } from './matrix-report.ts';
import { noteSentences } from './note-cards.ts';
import { incompleteOf, scopeOf, verdictOf } from './verdict.ts';
import { runsByCell, shownCell } from './words.ts';

type Outcome = TestCase['outcome'];

/**
 * Returns a matrix as a test suite with one test case for each cell. A cell fails if it is a cause that counts, and is skipped if
 * it shows nothing. A fault cell that does not count has its behaviour as output. A baseline that does not pass is an error.
 */
export function matrixSuite(report: MatrixReport): TestSuite {
  const { startedAt, durationMs, remarks, result } = report;
  const property = (name: string) => (value: string) => [name, value] as const;
  const notes = [...Map.groupBy(result.notes, ({ kind }) => kind)].flatMap(([kind, all]) =>
    all.slice(0, 1).map(({ cell }) => `it ${noteSentences[kind]} (${shownCell(cell)})`),
  );
  const baseline = runsByCell(result.runs)
    .filter(({ text }) => text === 'baseline')
    .map(({ runs }) => ({ name: 'baseline', seconds: secondsOf(runs), outcome: baselineOutcome(report) }));
  const cells = cellRows(report).map((row) => ({
    name: row.text,
    seconds: secondsOf(row.runs),
    outcome: outcomeOf(row, report),
  }));
  return {
    name: `Store Orders matrix: ${commandText(report)}`,
    className: 'store-orders-matrix',
    startedAt,
    durationMs,
    properties: [
      ['verdict', verdictOf(report)],
      ['runs', scopeOf(report)],
      ...incompleteOf(report).map(property('incomplete')),
      ...pinnedOf(result.reliance).map(property('pinned')),
      ...notes.map(property('note')),
      ...remarks.map(property('remark')),
    ],
    cases: [...baseline, ...cells],
  };
}

function secondsOf(runs: CellRow['runs']): number {
  return runs.reduce((sum, { ms }) => sum + Math.max(0, ms), 0) / 1000;
}

function outcomeOf(row: CellRow, report: MatrixReport): Outcome {
  const { status } = row;
  if (status.kind === 'passes') return { kind: 'passed' };
  if (status.kind === 'breaks') return failureOf(status.cause, report);
  if (status.kind === 'reacts') return { kind: 'passed', output: textOf(status.cause, report) };
  const detail = statusDetail(row);
  const { word } = statusMarks[status.kind];
  return { kind: 'skipped', message: detail === '' ? word : `${word}: ${detail}` };
}

function baselineOutcome(report: MatrixReport): Outcome {
  const { kind } = report.result.baseline;
  if (kind === 'passed') return { kind };
  const message = `The command ${verdictOf(report)}`;
  return { kind: 'error', type: kind, message, text: incompleteOf(report) };
}

function textOf(cause: Cause, report: MatrixReport): readonly string[] {
  const card = causeCard(cause, report);
  return [`${card.title} ${card.suffix}`, ...cardText(card, 1)];
}

function failureOf(cause: Cause, report: MatrixReport): Outcome {
  const text = textOf(cause, report);
  const type = isDependence(cause) ? 'dependence' : isAct(cause.cell) ? 'actor' : 'fault';
  return { kind: 'failure', type, message: text[0] ?? '', text };
}
