import type { Report } from '../../contract/report.ts';
import type { TestCase, TestSuite } from '../../report/junit.ts';
import { cardText } from '../../report/terminal.ts';
import { cardOf } from './report-document.ts';
import { type RuleView, verdictOf, viewReport } from './report-view.ts';

const maxFindings = 10;

/**
 * Returns a report as a test suite with one test case for each rule. A case fails if its rule counts for the exit code, and
 * is skipped if the rule is ignored or was not exercised. A notice that does not count is the output of a passed
 * case. An incomplete check has one more case, with an error.
 */
export function reportSuite(report: Report): TestSuite {
  const { target, level, incomplete, notes, startedAt, durationMs } = report;
  const { rules, scope } = viewReport(report);
  // A report does not contain `--fail-on`, but if its exit code is 1 without a violation, the notices are the reason.
  const noticesCount = report.exitCode === 1 && !rules.some(({ status }) => status === 'violated');
  const error =
    incomplete && ({ kind: 'error', type: incomplete.kind, message: incomplete.message, text: [] } as const);
  return {
    name: `Store Orders contract: ${target}`,
    className: 'store-orders-contract',
    startedAt,
    durationMs,
    properties: [
      ['target', target],
      ['level', level],
      ['verdict', verdictOf(report)],
      ['scope', scope],
      ...notes.map((note) => ['note', note] as const),
    ],
    cases: [
      ...(error === undefined ? [] : [caseOf('The check is complete', error)]),
      ...rules.map((view) => {
        const { id, key, sentence } = view.rule;
        return caseOf(`${id} ${key}: ${sentence}`, outcomeOf(view, noticesCount));
      }),
    ],
  };
}

function caseOf(name: string, outcome: TestCase['outcome']): TestCase {
  return { name, seconds: 0, outcome };
}

function outcomeOf(view: RuleView, noticesCount: boolean): TestCase['outcome'] {
  const { rule, status, mark, detail, findings } = view;
  if (status === 'passed' || status === 'partly') return { kind: 'passed' };
  if (status !== 'violated' && status !== 'noticed')
    return { kind: 'skipped', message: `${mark.word}: ${detail}` };
  const text = cardText(cardOf(view), maxFindings);
  if (status === 'noticed' && !noticesCount) return { kind: 'passed', output: text };
  const first = findings[0]?.fields;
  const message = first === undefined ? rule.sentence : `expected ${first.expected}, got ${first.got}`;
  return { kind: 'failure', type: rule.severity, message, text };
}
