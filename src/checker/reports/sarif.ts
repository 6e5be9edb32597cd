import type { Log, ReportingDescriptor, Result, Run } from 'sarif';
import { writeJson } from '../../shared/json.ts';
import type { Report } from '../report.ts';
import type { Rule } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { LineOf } from './contract-lines.ts';
import { type BrokenRule, brokenRules, type FindingView } from './finding-view.ts';
import { gapViews } from './overview.ts';
import { plainText } from './plain-text.ts';
import { coverage, source, verdict } from './verdict.ts';

/** What a SARIF report points into. */
export type ContractPlace = {
  /** The OpenAPI document relative to the root of the repository: `openapi/store-orders.yaml`. */
  readonly uri: string;
  readonly lineOf: LineOf;
};

function level({ severity }: Rule): 'error' | 'note' {
  return severity === 'violation' ? 'error' : 'note';
}

function descriptor(rule: Rule): ReportingDescriptor {
  return {
    id: rule.id,
    name: rule.key,
    shortDescription: { text: rule.sentence },
    fullDescription: { text: `${rule.sentence} (${source(rule)})` },
    defaultConfiguration: { level: level(rule) },
    properties: { specification: rule.spec, pointer: rule.pointer },
  };
}

function messageOf({ exchange, where, expected, got, repeat }: FindingView, rule: Rule): string {
  return [
    rule.sentence,
    ...(exchange === undefined ? [] : [`In ${exchange}`]),
    ...(where === undefined ? [] : [`At ${where}`]),
    `Expected: ${expected}`,
    `Got: ${got}`,
    ...(repeat === undefined ? [] : [`Repeat: ${repeat}`]),
  ].join('\n');
}

function resultsOf({ rule, standing, findings }: BrokenRule, contract: ContractPlace): readonly Result[] {
  const startLine = contract.lineOf(rule.pointer);
  return findings.map((finding) => ({
    ruleId: rule.id,
    ruleIndex: rules.findIndex(({ id }) => id === rule.id),
    level: level(rule),
    message: { text: messageOf(finding, rule) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: contract.uri }, region: { startLine } },
        logicalLocations: [{ fullyQualifiedName: rule.pointer, kind: 'member' }],
      },
    ],
    // The same breach of the same rule is one alert from run to run, whatever the number of its exchange.
    partialFingerprints: { 'storeOrdersRule/v1': `${rule.id} ${finding.where ?? ''}` },
    ...(standing === 'ignored' ? { suppressions: [{ kind: 'external' as const }] } : {}),
  }));
}

function invocation(report: Report): NonNullable<Run['invocations']>[number] {
  const started = Date.parse(report.startedAt);
  const ended = started + Math.max(0, report.durationMs);
  const sentences = [
    ...(report.incomplete === undefined
      ? []
      : [{ level: 'error' as const, text: report.incomplete.message }]),
    ...report.notes.map((text) => ({ level: 'note' as const, text })),
  ];
  return {
    executionSuccessful: report.incomplete === undefined,
    exitCode: report.exitCode,
    ...(Number.isNaN(started) ? {} : { startTimeUtc: new Date(started).toISOString() }),
    ...(Number.isNaN(ended) ? {} : { endTimeUtc: new Date(ended).toISOString() }),
    toolExecutionNotifications: sentences.map(({ level: weight, text }) => ({
      level: weight,
      message: { text: plainText(text) },
    })),
  };
}

/** The report as SARIF 2.1.0: every finding points at the line of the OpenAPI document that it breaks. */
export function sarifReport(report: Report, contract: ContractPlace): string {
  const { name, version } = report.tool;
  const log: Log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: { driver: { name, version, rules: rules.map(descriptor) } },
        automationDetails: { id: `store-orders-contract/${report.level}/` },
        invocations: [invocation(report)],
        results: brokenRules(report, 100).flatMap((rule) => resultsOf(rule, contract)),
        columnKind: 'utf16CodeUnits',
        properties: {
          target: plainText(report.target),
          verdict: verdict(report),
          coverage: coverage(report),
          unspecified: gapViews(report.gaps),
        },
      },
    ],
  };
  return `${writeJson(log, 2)}\n`;
}
