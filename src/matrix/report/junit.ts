import { type Markup, markup, markupLines } from '../../report/markup.ts';
import { contains } from '../plan/cell.ts';
import type { MatrixReport } from './matrix-report.ts';
import type { CauseView } from './view/cause-view.ts';
import { type MatrixView, viewMatrix } from './view/matrix-view.ts';
import { type RunsOfCell, runsByCell } from './view/runs-by-cell.ts';
import { outcomeClause, shownCell } from './words.ts';

type Case = { readonly kind: 'passed' | 'failed' | 'skipped' | 'error'; readonly content: Markup };

const passed: Case = { kind: 'passed', content: markup`` };

/**
 * Formats a matrix as JUnit XML with one testcase for each cell. A cell fails if it is a cause that counts. It is skipped
 * if it is accepted, flaky, explained by a smaller cause, or left out. A fault cell that does not count has its behaviour as
 * output. A baseline that does not pass is an error.
 */
export function matrixJunitReport(report: MatrixReport): string {
  const view = viewMatrix(report);
  const ran = runsByCell(report.result.runs).map((cell) => {
    const outcome = caseOf(cell, report, view);
    return { ...outcome, text: testcase(cell.text, secondsOf(cell), outcome.content) };
  });
  const left = view.leftOut.map((cell) => {
    const content = markup`<skipped message="left out: there was no time"/>`;
    return { kind: 'skipped' as const, text: testcase(cell, 0, content) };
  });
  const cases = [...ran, ...left];
  const amount = (wanted: Case['kind']) => cases.filter(({ kind }) => kind === wanted).length;
  const totals = markup`tests="${cases.length}" failures="${amount('failed')}" errors="${amount('error')}"`;
  const name = `Store Orders matrix: ${view.command}`;
  const time = (Math.max(0, report.durationMs) / 1000).toFixed(3);
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" ${totals} time="${time}">
  <testsuite name="${name}" ${totals} skipped="${amount('skipped')}" time="${time}" timestamp="${report.startedAt}">
${properties(view)}${cases.map(({ text }) => text)}  </testsuite>
</testsuites>
`.text;
}

function secondsOf({ runs }: RunsOfCell): number {
  return runs.reduce((sum, { ms, cached }) => sum + (cached ? 0 : Math.max(0, ms)), 0) / 1000;
}

function testcase(name: string, seconds: number, content: Markup): Markup {
  return markup`    <testcase classname="store-orders-matrix" name="${name}" time="${seconds.toFixed(3)}">${content}</testcase>\n`;
}

function caseOf({ text, cell, runs }: RunsOfCell, report: MatrixReport, view: MatrixView): Case {
  const cause = [...view.dependences, ...view.faultCauses].find((one) => one.cell === text);
  if (cause !== undefined) return caseOfCause(cause);
  if (text === 'baseline') return baselineCase(report, view);
  const flaky = view.flaky.find((one) => one.cell === text);
  if (flaky !== undefined) return skipped(`flaky: ${flaky.outcomes}`);
  const failing = runs.find(({ outcome }) => outcome.kind !== 'passed');
  if (failing === undefined) return passed;
  const { dependences, faultCauses } = report.result;
  const smaller = [...dependences, ...faultCauses].find((one) => contains(cell, one.cell));
  if (smaller !== undefined) return skipped(`explained by ${shownCell(smaller.cell)}`);
  return skipped(`${outcomeClause(failing.outcome)}; no cause was determined`);
}

function skipped(message: string): Case {
  return { kind: 'skipped', content: markup`<skipped message="${message}"/>` };
}

function baselineCase({ result }: MatrixReport, { verdict, incomplete }: MatrixView): Case {
  if (result.baseline.kind === 'passed') return passed;
  const message = `The command ${verdict}`;
  const content = markup`<error type="${result.baseline.kind}" message="${message}">${markupLines(incomplete)}</error>`;
  return { kind: 'error', content };
}

function caseOfCause(cause: CauseView): Case {
  if (cause.accepted !== undefined) return skipped(`accepted: ${cause.accepted}`);
  const text = markupLines(causeText(cause));
  if (!cause.counts) return { kind: 'passed', content: markup`<system-out>${text}</system-out>` };
  const type = cause.faults.length === 0 ? 'dependence' : 'fault';
  const message = `${cause.subject} ${cause.clause}`;
  return { kind: 'failed', content: markup`<failure type="${type}" message="${message}">${text}</failure>` };
}

function causeText(cause: CauseView): readonly string[] {
  return [
    `${cause.subject} ${cause.clause}`,
    `breaks with  ${cause.cell}`,
    ...cause.gaps.map(({ why }) => `not promised ${why}`),
    `outcome      ${cause.outcome}`,
    ...cause.tests.map((name) => `failing      ${name}`),
    ...(cause.moreTests === undefined ? [] : [`             ${cause.moreTests}`]),
    ...cause.differences.flatMap(({ request, passing, failing }) => [
      `differs      ${request}`,
      `  passing    ${passing}`,
      `  failing    ${failing}`,
    ]),
    ...cause.gaps.map(({ fix }) => `how to fix   ${fix}`),
    `reproduce    ${cause.reproduce}`,
  ];
}

function properties({ verdict, scope, incomplete, pinned, notes, remarks }: MatrixView): Markup {
  const all: readonly (readonly [string, string])[] = [
    ['verdict', verdict],
    ['runs', scope],
    ...incomplete.map((line) => ['incomplete', line] as const),
    ...pinned.map((one) => ['pinned', one] as const),
    ...notes.map(({ sentence, cell }) => ['note', `it ${sentence} (${cell})`] as const),
    ...remarks.map((remark) => ['remark', remark] as const),
  ];
  const each = all.map(([name, value]) => markup`      <property name="${name}" value="${value}"/>\n`);
  return markup`    <properties>\n${each}    </properties>\n`;
}
