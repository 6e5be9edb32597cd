import type { Incomplete, Report } from '../../contract/report.ts';
import { type Markup, markup, markupLines } from '../../report/markup.ts';
import { type ReportView, type RuleView, source, viewReport } from './report-view.ts';

/** The maximum number of findings that are shown for one rule. */
const maxFindings = 10;

/**
 * Returns whether a broken rule counts for the exit code. A report does not contain `--fail-on`, but if its exit code is
 * 1 without a violation, the notices are the reason.
 */
function failsCheck({ exitCode }: Report, { rules }: ReportView): (view: RuleView) => boolean {
  const noticesCount = exitCode === 1 && !rules.some(({ status }) => status === 'violated');
  return ({ status }) => status === 'violated' || (noticesCount && status === 'noticed');
}

function brokenText({ rule, findings, more }: RuleView): Markup {
  const lines = findings.flatMap(({ exchange, fields }) => [
    ...(exchange === undefined ? [''] : ['', exchange]),
    ...Object.entries(fields).map(([name, text]) => `${name.padEnd(8)} ${text}`),
  ]);
  return markupLines([
    `${rule.sentence} (${source(rule)})`,
    ...lines,
    ...(more === undefined ? [] : ['', more]),
  ]);
}

function caseContent(view: RuleView, fails: boolean): Markup {
  const { rule, status, detail, findings } = view;
  if (status === 'passed') return markup``;
  if (status === 'not-exercised') return markup`<skipped message="not exercised: ${detail}"/>`;
  if (status === 'ignored' || status === 'accepted') return markup`<skipped message="${status}: ${detail}"/>`;
  if (!fails) return markup`<system-out>${brokenText(view)}</system-out>`;
  const first = findings[0]?.fields;
  const message = first === undefined ? rule.sentence : `expected ${first.expected}, got ${first.got}`;
  return markup`<failure type="${rule.severity}" message="${message}">${brokenText(view)}</failure>`;
}

function testcase(name: string, content: Markup): Markup {
  return markup`    <testcase classname="store-orders-contract" name="${name}" time="0">${content}</testcase>\n`;
}

function incompleteCase({ kind, message }: Incomplete): Markup {
  return testcase('The check is complete', markup`<error type="${kind}" message="${message}"/>`);
}

function properties({ level }: Report, { target, verdict, coverage, gaps, notes }: ReportView): Markup {
  const all: readonly (readonly [string, string])[] = [
    ['target', target],
    ['level', level],
    ['verdict', verdict],
    ['rules exercised', `${coverage.exercised} of ${coverage.total}`],
    ['rules exercised only in part', `${coverage.partly}`],
    ...gaps.map(({ gap, observed }) => [`unspecified: ${gap}`, `observed ${observed}`] as const),
    ...notes.map((note) => ['note', note] as const),
  ];
  const each = all.map(([name, value]) => markup`      <property name="${name}" value="${value}"/>\n`);
  return markup`    <properties>\n${each}    </properties>\n`;
}

/**
 * Formats a report as JUnit XML with one testcase for each rule. A testcase fails if its rule counts for the exit code,
 * and is skipped if the rule is ignored, accepted or was not exercised. A notice that does not count is the output of a passed
 * testcase. An incomplete check has one more testcase, with an error.
 */
export function junitReport(report: Report): string {
  const view = viewReport(report, maxFindings);
  const fails = failsCheck(report, view);
  const failures = view.rules.filter(fails).length;
  const skipped = view.rules.filter(({ status }) =>
    /^(?:not-exercised|ignored|accepted)$/.test(status),
  ).length;
  const errors = report.incomplete === undefined ? [] : [incompleteCase(report.incomplete)];
  const cases = view.rules.map((one) => {
    const { id, key, sentence } = one.rule;
    return testcase(`${id} ${key}: ${sentence}`, caseContent(one, fails(one)));
  });
  const name = `Store Orders contract: ${view.target}`;
  const time = (Math.max(0, report.durationMs) / 1000).toFixed(3);
  const totals = markup`tests="${cases.length + errors.length}" failures="${failures}" errors="${errors.length}"`;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" ${totals} time="${time}">
  <testsuite name="${name}" ${totals} skipped="${skipped}" time="${time}" timestamp="${report.startedAt}">
${properties(report, view)}${errors}${cases}  </testsuite>
</testsuites>
`.text;
}
