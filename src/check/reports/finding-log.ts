import type { Notification, Result } from 'sarif';
import type { Report } from '../../contract/report.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import { allRules } from '../../contract/rules/rules.ts';
import { plainText } from '../../report/plain-text.ts';
import type { FindingLog, LoggedRule } from '../../report/sarif.ts';
import { type FindingView, type RuleView, source, verdictOf, viewReport } from './report-view.ts';

export function findingLog(report: Report): FindingLog {
  const { tool, level, startedAt, durationMs, exitCode, incomplete, notes, target } = report;
  const { broken, coverage, gaps } = viewReport(report);
  const notification = (of: 'error' | 'note', text: string): Notification => ({
    ...{ level: of, message: { text: plainText(text) } },
  });
  return {
    ...{ tool, startedAt, durationMs },
    automationDetails: { id: `store-orders-contract/${level}/` },
    invocation: {
      executionSuccessful: incomplete === undefined,
      exitCode,
      toolExecutionNotifications: [
        ...(incomplete === undefined ? [] : [notification('error', incomplete.message)]),
        ...notes.map((note) => notification('note', note)),
      ],
    },
    rules: allRules.map(loggedRule),
    findings: broken.flatMap((view) => view.findings.map((finding) => loggedFinding(finding, view))),
    properties: { target: plainText(target), verdict: verdictOf(report), coverage, unspecified: gaps },
  };
}

function loggedRule(rule: Rule): LoggedRule {
  const { id, key, sentence, severity, spec, pointer, document = 'openapi/store-orders.yaml' } = rule;
  const level: LoggedRule['level'] = severity === 'violation' ? 'error' : 'note';
  const descriptor = {
    ...{ id, name: key, shortDescription: { text: sentence } },
    fullDescription: { text: `${sentence} (${source(rule)})` },
    ...{ defaultConfiguration: { level }, properties: { specification: spec, pointer } },
  };
  return { descriptor, sentence, level, document, pointer };
}

function loggedFinding({ exchange, operation, fields }: FindingView, { rule, status }: RuleView) {
  const { at, accepted } = fields;
  const lines = Object.entries(fields).map(
    ([name, text]) => `${name[0]?.toUpperCase()}${name.slice(1)}: ${text}`,
  );
  const text = [rule.sentence, ...(exchange === undefined ? [] : [`In ${exchange}`]), ...lines].join('\n');
  const justification = accepted === undefined ? {} : { justification: accepted };
  const isSuppressed = status === 'ignored' || accepted !== undefined;
  return {
    ruleId: rule.id,
    message: { text },
    // The number of the exchange is left out: the same finding is one alert from run to run.
    partialFingerprints: { 'storeOrdersRule/v2': `${rule.id} ${operation ?? 'none'} ${at ?? ''}` },
    ...(isSuppressed && { suppressions: [{ kind: 'external', ...justification }] }),
  } satisfies Result;
}
