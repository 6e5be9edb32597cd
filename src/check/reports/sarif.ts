import { readFile } from 'node:fs/promises';
import type { Log, Notification, ReportingConfiguration, Result, Run } from 'sarif';
import type { Report } from '../../contract/report.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import { allRules } from '../../contract/rules/rules.ts';
import { writeJson } from '../../json/json.ts';
import { plainText } from '../../report/plain-text.ts';
import { readYamlText } from '../../text/yaml-text.ts';
import { linesOf } from '../../text-place.ts';
import { packageRoot } from '../../version.ts';
import { type FindingView, type RuleView, source, verdictOf, viewReport } from './report-view.ts';

/**
 * Formats a report as SARIF 2.1.0. Every finding refers to the line of the statement that it breaks, and to `file` if it is
 * given: a file of the user's repository, relative to its root, that a viewer can open.
 */
export async function sarifReport(report: Report, file?: string): Promise<string> {
  const { broken, coverage, gaps } = viewReport(report);
  const documents = new Set(broken.map(({ rule }) => documentOf(rule)));
  const opened = [...documents].map(async (document) => [document, await openLines(document)] as const);
  const linesIn = new Map(await Promise.all(opened));
  const results = broken.flatMap((view) => {
    const { rule } = view;
    const line = linesIn.get(documentOf(rule))?.(rule.pointer) ?? 1;
    const ruleIndex = allRules.findIndex(({ id }) => id === rule.id);
    const ofRule = { ruleIndex, level: levelOf(rule), ...placesOf(rule, line, file) };
    return view.findings.map((finding): Result => ({ ...resultOf(finding, view), ...ofRule }));
  });
  const run: Run = {
    tool: { driver: { ...report.tool, rules: allRules.map(descriptorOf) } },
    automationDetails: { id: `store-orders-contract/${report.level}/` },
    invocations: [invocationOf(report)],
    results,
    columnKind: 'utf16CodeUnits',
    properties: {
      ...{ target: plainText(report.target), verdict: verdictOf(report), coverage, unspecified: gaps },
    },
  };
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  const log: Log = { version: '2.1.0', $schema, runs: [run] };
  return `${writeJson(log, 2)}\n`;
}

function documentOf({ document = 'openapi/store-orders.yaml' }: Rule): string {
  return document;
}

function levelOf({ severity }: Rule): ReportingConfiguration.level {
  return severity === 'violation' ? 'error' : 'note';
}

function descriptorOf(rule: Rule) {
  const { id, key, sentence, spec, pointer } = rule;
  return {
    ...{ id, name: key, shortDescription: { text: sentence } },
    fullDescription: { text: `${sentence} (${source(rule)})` },
    ...{ defaultConfiguration: { level: levelOf(rule) }, properties: { specification: spec, pointer } },
  };
}

function invocationOf({ startedAt, durationMs, exitCode, incomplete, notes }: Report) {
  const notification = (level: 'error' | 'note', text: string): Notification => ({
    ...{ level, message: { text: plainText(text) } },
  });
  return {
    executionSuccessful: incomplete === undefined,
    exitCode,
    toolExecutionNotifications: [
      ...(incomplete === undefined ? [] : [notification('error', incomplete.message)]),
      ...notes.map((note) => notification('note', note)),
    ],
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + Math.max(0, durationMs)).toISOString(),
  };
}

function resultOf({ exchange, operation, fields }: FindingView, { rule, status }: RuleView): Result {
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
  };
}

/** A viewer shows only the first location: if a file of the user's repository is known, the statement is related to it. */
function placesOf(
  rule: Rule,
  startLine: number,
  file: string | undefined,
): Pick<Result, 'locations' | 'relatedLocations'> {
  const statement = {
    physicalLocation: { artifactLocation: { uri: documentOf(rule) }, region: { startLine } },
    logicalLocations: [{ fullyQualifiedName: rule.pointer, kind: 'member' }],
  };
  if (file === undefined) return { locations: [statement] };
  const place = {
    physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: 1 } },
  };
  return {
    locations: [{ ...place, logicalLocations: statement.logicalLocations }],
    relatedLocations: [{ id: 1, message: { text: rule.sentence }, ...statement }],
  };
}

/** Returns a function from a JSON pointer to the line of its key in a document of the package. */
async function openLines(document: string): Promise<(pointer: string) => number> {
  const text = await readFile(new URL(document, packageRoot), 'utf8');
  const { data } = await readYamlText(text);
  const placeOf = linesOf(text);
  return (pointer) => {
    const steps = pointer.split('/').slice(1);
    const path = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return Number.parseInt(placeOf(data?.offsetOf(path, 'key') ?? 0), 10);
  };
}
