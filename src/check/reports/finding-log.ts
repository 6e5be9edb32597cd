import type { Report } from '../../contract/report.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import { allRules } from '../../contract/rules/rules.ts';
import { plainText } from '../../report/plain-text.ts';
import type { FindingLog, LoggedFinding, LoggedRule } from '../../report/sarif.ts';
import { type FindingView, type RuleView, source, verdictOf, viewReport } from './report-view.ts';

/** Returns the findings of a report for SARIF. */
export function findingLog(report: Report): FindingLog {
  const { tool, level, startedAt, durationMs, exitCode, incomplete, notes, target } = report;
  const { broken, coverage, gaps } = viewReport(report);
  return {
    ...{ tool, startedAt, durationMs, exitCode },
    id: `store-orders-contract/${level}/`,
    rules: allRules.map(loggedRule),
    findings: broken.flatMap((view) => view.findings.map((finding) => loggedFinding(finding, view))),
    isComplete: incomplete === undefined,
    notifications: [
      ...(incomplete === undefined
        ? []
        : [{ level: 'error' as const, message: { text: plainText(incomplete.message) } }]),
      ...notes.map((text) => ({ level: 'note' as const, message: { text: plainText(text) } })),
    ],
    properties: {
      target: plainText(target),
      verdict: verdictOf(report),
      coverage,
      unspecified: gaps,
    },
  };
}

function loggedRule(rule: Rule): LoggedRule {
  const { id, key, sentence, severity, spec, pointer, document = 'openapi/store-orders.yaml' } = rule;
  return {
    ...{ id, name: key, sentence, full: `${sentence} (${source(rule)})`, document, pointer },
    level: severity === 'violation' ? 'error' : 'note',
    properties: { specification: spec, pointer },
  };
}

function loggedFinding(
  { exchange, operation, fields }: FindingView,
  { rule, status }: RuleView,
): LoggedFinding {
  const { at, accepted } = fields;
  const lines = Object.entries(fields).map(
    ([name, text]) => `${name[0]?.toUpperCase()}${name.slice(1)}: ${text}`,
  );
  const justification = accepted === undefined ? {} : { justification: accepted };
  return {
    rule: rule.id,
    message: [rule.sentence, ...(exchange === undefined ? [] : [`In ${exchange}`]), ...lines].join('\n'),
    // The number of the exchange is left out: the same finding is one alert from run to run.
    fingerprints: { 'storeOrdersRule/v2': `${rule.id} ${operation ?? 'none'} ${at ?? ''}` },
    ...((status === 'ignored' || accepted !== undefined) && {
      suppressions: [{ kind: 'external' as const, ...justification }],
    }),
  };
}
