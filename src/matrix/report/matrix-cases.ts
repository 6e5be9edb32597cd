import type { TestCase, TestSuite } from '../../report/junit.ts';
import { cardText } from '../../report/terminal.ts';
import type { Cause } from '../model.ts';
import { contains } from '../plan/cell.ts';
import { isAct } from '../plan/fault-points.ts';
import { causesOf, isDependence } from '../plan/result.ts';
import { causeCard, commandText } from './cause-card.ts';
import { outcomesOf, pinnedOf } from './matrix-document.ts';
import type { MatrixReport } from './matrix-report.ts';
import { noteSentences } from './note-cards.ts';
import { acceptance, counts, incompleteOf, scopeOf, verdictOf } from './verdict.ts';
import { outcomeClause, type RunsOfCell, runsByCell, shownCell } from './words.ts';

type Outcome = TestCase['outcome'];

/**
 * Returns a matrix as a test suite with one test case for each cell. A cell fails if it is a cause that counts. It is
 * skipped if it is accepted, flaky, explained by a smaller cause, or left out. A fault cell that does not count has its
 * behaviour as output. A baseline that does not pass is an error.
 */
export function matrixSuite(report: MatrixReport): TestSuite {
  const { startedAt, durationMs, remarks, result } = report;
  const ran = runsByCell(result.runs).map((cell) => ({
    name: cell.text,
    seconds: secondsOf(cell),
    outcome: outcomeOf(cell, report),
  }));
  const left = result.leftOut.map((cell) => ({
    name: shownCell(cell),
    seconds: 0,
    outcome: skipped('left out: planned and not run'),
  }));
  const property = (name: string) => (value: string) => [name, value] as const;
  const notes = [...Map.groupBy(result.notes, ({ kind }) => kind)].flatMap(([kind, all]) =>
    all.slice(0, 1).map(({ cell }) => `it ${noteSentences[kind]} (${shownCell(cell)})`),
  );
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
    cases: [...ran, ...left],
  };
}

function secondsOf({ runs }: RunsOfCell): number {
  return runs.reduce((sum, { ms, cached }) => sum + (cached ? 0 : Math.max(0, ms)), 0) / 1000;
}

function outcomeOf({ text, cell, runs }: RunsOfCell, report: MatrixReport): Outcome {
  const causes = causesOf(report.result);
  const cause = causes.find((one) => shownCell(one.cell) === text);
  if (cause !== undefined) return outcomeOfCause(cause, report);
  if (text === 'baseline') return baselineOutcome(report);
  const flaky = report.result.flaky.find((one) => shownCell(one.cell) === text);
  if (flaky !== undefined) return skipped(`flaky: ${outcomesOf(flaky)}`);
  const failing = runs.find(({ outcome }) => outcome.kind !== 'passed');
  if (failing === undefined)
    return report.result.noEffect.some((one) => shownCell(one) === text)
      ? skipped('no effect: no exchange relied on it, or its fault did not fire')
      : { kind: 'passed' };
  const smaller = causes.find((one) => contains(cell, one.cell));
  if (smaller !== undefined) return skipped(`explained by ${shownCell(smaller.cell)}`);
  return skipped(`${outcomeClause(failing.outcome)}; no cause was determined`);
}

function skipped(message: string): Outcome {
  return { kind: 'skipped', message };
}

function baselineOutcome(report: MatrixReport): Outcome {
  const { kind } = report.result.baseline;
  if (kind === 'passed') return { kind };
  const message = `The command ${verdictOf(report)}`;
  return { kind: 'error', type: kind, message, text: incompleteOf(report) };
}

function outcomeOfCause(cause: Cause, report: MatrixReport): Outcome {
  const accepted = acceptance(cause, report);
  if (accepted !== undefined) return skipped(`accepted: ${accepted}`);
  const card = causeCard(cause, report);
  const message = `${card.title} ${card.suffix}`;
  const text = [message, ...cardText(card, 1)];
  if (!counts(cause, report)) return { kind: 'passed', output: text };
  const type = isDependence(cause) ? 'dependence' : isAct(cause.cell) ? 'actor' : 'fault';
  return { kind: 'failure', type, message, text };
}
