import type { Report, RuleResult } from '../report.ts';
import { type BrokenRule, brokenRules } from './finding-view.ts';
import { type Markup, markup, markupLines } from './markup.ts';
import { gapViews, resultDetail } from './overview.ts';
import { count, countsAgainst, coverage, ruleOf, source, verdict } from './verdict.ts';

/** The most findings of one rule that a testcase shows. */
const mostFindings = 10;

const seconds = (milliseconds: number): string => (Math.max(0, milliseconds) / 1000).toFixed(3);

/** What is said about a broken rule, in lines. */
function brokenText({ rule, findings, more }: BrokenRule): Markup {
  const lines = findings.flatMap((finding) => [
    '',
    ...(finding.exchange === undefined ? [] : [finding.exchange]),
    ...(finding.where === undefined ? [] : [`at       ${finding.where}`]),
    `expected ${finding.expected}`,
    `got      ${finding.got}`,
    ...(finding.repeat === undefined ? [] : [`repeat   ${finding.repeat}`]),
  ]);
  const rest = more > 0 ? ['', `… and ${count(more, 'finding')} more`] : [];
  return markupLines([`${rule.sentence} (${source(rule)})`, ...lines, ...rest]);
}

/** What stands inside the testcase of a rule. */
function outcome(result: RuleResult, broken: BrokenRule | undefined, fails: boolean): Markup {
  if (result.kind === 'not-exercised')
    return markup`<skipped message="not exercised: ${resultDetail(result)}"/>`;
  if (result.kind === 'passed' || broken === undefined) return markup``;
  if (result.ignored) return markup`<skipped message="ignored: ${resultDetail(result)}"/>`;
  const first = broken.findings[0];
  const message = first === undefined ? broken.rule.sentence : `expected ${first.expected}, got ${first.got}`;
  return fails
    ? markup`<failure type="${broken.rule.severity}" message="${message}">${brokenText(broken)}</failure>`
    : markup`<system-out>${brokenText(broken)}</system-out>`;
}

function testcase(result: RuleResult, inside: Markup): Markup {
  const { id, key, sentence } = ruleOf(result.rule);
  return markup`    <testcase classname="store-orders-contract" name="${id} ${key}: ${sentence}" time="0">${inside}</testcase>\n`;
}

function completeCase(report: Report): Markup {
  const { incomplete } = report;
  return incomplete === undefined
    ? markup``
    : markup`    <testcase classname="store-orders-contract" name="The check came to its end" time="0"><error type="${incomplete.kind}" message="${incomplete.message}"/></testcase>\n`;
}

function properties(report: Report): Markup {
  const { exercised, total } = coverage(report);
  const all: readonly (readonly [string, string])[] = [
    ['target', report.target],
    ['level', report.level],
    ['verdict', verdict(report)],
    ['rules exercised', `${exercised} of ${total}`],
    ...gapViews(report.gaps).map(
      ({ gap, observed }) => [`unspecified: ${gap}`, `observed ${observed}`] as const,
    ),
    ...report.notes.map((note) => ['note', note] as const),
  ];
  const each = all.map(([name, value]) => markup`      <property name="${name}" value="${value}"/>\n`);
  return markup`    <properties>\n${each}    </properties>\n`;
}

/**
 * The report as JUnit XML: one testcase a rule, failed where it counts against the exit code (a notice that does not
 * is text beside a passed testcase), skipped where it was not exercised or is ignored; one more, an error, where the
 * check is incomplete.
 */
export function junitReport(report: Report): string {
  const broken = new Map(brokenRules(report, mostFindings).map((rule) => [rule.rule.id, rule]));
  const fails = countsAgainst(report);
  const failures = report.rules.filter(fails).length;
  const skipped = report.rules.filter(
    (r) => r.kind === 'not-exercised' || (r.kind === 'failed' && r.ignored),
  ).length;
  const errors = report.incomplete === undefined ? 0 : 1;
  const tests = report.rules.length + errors;
  const time = seconds(report.durationMs);
  const cases = report.rules.map((result) =>
    testcase(result, outcome(result, broken.get(result.rule), fails(result))),
  );
  const name = `Store Orders contract: ${report.target}`;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" tests="${tests}" failures="${failures}" errors="${errors}" time="${time}">
  <testsuite name="${name}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${time}" timestamp="${report.startedAt}">
${properties(report)}${completeCase(report)}${cases}  </testsuite>
</testsuites>
`.text;
}
