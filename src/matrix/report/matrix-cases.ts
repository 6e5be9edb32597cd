import type { TestCase, TestSuite } from '../../report/junit.ts';
import { cardText } from '../../report/terminal.ts';
import type { Cause } from '../model.ts';
import { isAct } from '../plan/fault-points.ts';
import { isAssumption } from '../plan/result.ts';
import { causeCard, commandText } from './cause-card.ts';
import { type CellRow, cellRows, statusMarks } from './cell-status.ts';
import type { MatrixReport } from './matrix-report.ts';
import { incompleteOf, scopeOf, verdictOf } from './verdict.ts';
import { runsByCell } from './words.ts';

type Outcome = TestCase['outcome'];

/**
 * Returns a matrix as a test suite with one test case for each cell. A cell fails if it is a cause that counts, and is skipped if
 * it shows nothing. A fault cell that does not count passes. A baseline that does not pass is an error.
 */
export function matrixSuite(report: MatrixReport): TestSuite {
  const { startedAt, durationMs, result } = report;
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
      ...incompleteOf(report).map((line) => ['incomplete', line] as const),
    ],
    cases: [...baseline, ...cells],
  };
}

function secondsOf(runs: CellRow['runs']): number {
  return runs.reduce((sum, { ms }) => sum + Math.max(0, ms), 0) / 1000;
}

function outcomeOf({ kind, detail, cause }: CellRow, report: MatrixReport): Outcome {
  if (kind === 'passes' || kind === 'reacts') return { kind: 'passed' };
  if (cause !== undefined && kind === 'breaks') return failureOf(cause, report);
  const { word } = statusMarks[kind];
  return { kind: 'skipped', message: detail === '' ? word : `${word}: ${detail}` };
}

function baselineOutcome(report: MatrixReport): Outcome {
  const { kind } = report.result.baseline;
  if (kind === 'passed') return { kind };
  const message = `The command ${verdictOf(report)}`;
  return { kind: 'error', type: kind, message, text: incompleteOf(report) };
}

function failureOf(cause: Cause, report: MatrixReport): Outcome {
  const card = causeCard(cause, report);
  const text = [`${card.title} ${card.suffix}`, ...cardText(card, 1)];
  const type = isAssumption(cause) ? 'assumption' : isAct(cause.cell) ? 'actor' : 'fault';
  return { kind: 'failure', type, message: text[0] ?? '', text };
}
