import { readFile } from 'node:fs/promises';
import type { Log, ReportingDescriptor, Result, Run } from 'sarif';
import type { Report } from '../../contract/report.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import { allRules } from '../../contract/rules/rules.ts';
import { writeJson } from '../../json/json.ts';
import { readYamlText } from '../../text/yaml-text.ts';
import { linesOf } from '../../text-place.ts';
import { packageRoot } from '../../version.ts';
import { type FindingView, type ReportView, type RuleView, source, viewReport } from './report-view.ts';

/** Returns the OpenAPI document that a rule refers to, relative to the root of the package. */
function documentOf({ document = 'openapi/store-orders.yaml' }: Rule): string {
  return document;
}

/** Returns a function from a JSON pointer to the line of its key in an OpenAPI document. */
async function openContractLines(uri: string): Promise<(pointer: string) => number> {
  const text = await readFile(new URL(uri, packageRoot), 'utf8');
  const { data } = await readYamlText(text);
  const placeOf = linesOf(text);
  return (pointer) => {
    const steps = pointer.split('/').slice(1);
    const path = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return Number.parseInt(placeOf(data?.offsetOf(path, 'key') ?? 0), 10);
  };
}

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

function messageOf({ exchange, fields }: FindingView, rule: Rule): string {
  return [
    rule.sentence,
    ...(exchange === undefined ? [] : [`In ${exchange}`]),
    ...Object.entries(fields).map(([name, text]) => `${name[0]?.toUpperCase()}${name.slice(1)}: ${text}`),
  ].join('\n');
}

/** A viewer shows only the first location: if a file of the user's repository is known, the statement is related to it. */
function placesOf(
  rule: Rule,
  startLine: number,
  file: string | undefined,
): Pick<Result, 'locations' | 'relatedLocations'> {
  const { pointer, sentence } = rule;
  const statement = {
    physicalLocation: { artifactLocation: { uri: documentOf(rule) }, region: { startLine } },
    logicalLocations: [{ fullyQualifiedName: pointer, kind: 'member' }],
  };
  if (file === undefined) return { locations: [statement] };
  const place = {
    physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: 1 } },
  };
  return {
    locations: [{ ...place, logicalLocations: statement.logicalLocations }],
    relatedLocations: [{ id: 1, message: { text: sentence }, ...statement }],
  };
}

function resultsOf(
  { rule, status, findings }: RuleView,
  startLine: number,
  file: string | undefined,
): readonly Result[] {
  return findings.map((finding) => {
    const { at, accepted } = finding.fields;
    const suppressed = status === 'ignored' || accepted !== undefined;
    const justification = accepted === undefined ? {} : { justification: accepted };
    return {
      ruleId: rule.id,
      ruleIndex: allRules.findIndex(({ id }) => id === rule.id),
      level: level(rule),
      message: { text: messageOf(finding, rule) },
      ...placesOf(rule, startLine, file),
      // The number of the exchange is left out: the same finding is one alert from run to run.
      partialFingerprints: { 'storeOrdersRule/v2': `${rule.id} ${finding.operation ?? 'none'} ${at ?? ''}` },
      ...(suppressed ? { suppressions: [{ kind: 'external' as const, ...justification }] } : {}),
    };
  });
}

function invocation(
  report: Report,
  { incomplete, notes }: ReportView,
): NonNullable<Run['invocations']>[number] {
  const started = Date.parse(report.startedAt);
  const ended = started + Math.max(0, report.durationMs);
  return {
    executionSuccessful: incomplete === undefined,
    exitCode: report.exitCode,
    ...(Number.isNaN(started) ? {} : { startTimeUtc: new Date(started).toISOString() }),
    ...(Number.isNaN(ended) ? {} : { endTimeUtc: new Date(ended).toISOString() }),
    toolExecutionNotifications: [
      ...(incomplete === undefined ? [] : [{ level: 'error' as const, message: { text: incomplete } }]),
      ...notes.map((text) => ({ level: 'note' as const, message: { text } })),
    ],
  };
}

/**
 * Formats a report as SARIF 2.1.0. Every finding refers to the line of the OpenAPI document that it breaks, and to `file`
 * if it is given: a file of the user's repository, relative to its root, that a viewer can open.
 */
export async function sarifReport(report: Report, file?: string): Promise<string> {
  const { name, version } = report.tool;
  const view = viewReport(report, 100);
  const results = view.broken.map(async (broken) => {
    const lineOf = await openContractLines(documentOf(broken.rule));
    return resultsOf(broken, lineOf(broken.rule.pointer), file);
  });
  const log: Log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: { driver: { name, version, rules: allRules.map(descriptor) } },
        automationDetails: { id: `store-orders-contract/${report.level}/` },
        invocations: [invocation(report, view)],
        results: (await Promise.all(results)).flat(),
        columnKind: 'utf16CodeUnits',
        properties: {
          target: view.target,
          verdict: view.verdict,
          coverage: view.coverage,
          unspecified: view.gaps,
        },
      },
    ],
  };
  return `${writeJson(log, 2)}\n`;
}
