import { readFile } from 'node:fs/promises';
import type { Invocation, Log, ReportingDescriptor, Result, Run } from 'sarif';
import { writeJson } from '../json/json.ts';
import { readYamlText } from '../text/yaml-text.ts';
import { linesOf } from '../text-place.ts';
import { packageRoot } from '../version.ts';

/** A statement that findings break, with its place. */
export type LoggedRule = {
  readonly descriptor: ReportingDescriptor;
  readonly sentence: string;
  readonly level: 'error' | 'note';
  /** The YAML document that contains the statement, relative to the root of the package. */
  readonly document: string;
  /** A JSON pointer into the document. */
  readonly pointer: string;
};

/** Findings for a tool that lists them beside the code. */
export type FindingLog = Required<Pick<Run, 'automationDetails' | 'properties'>> & {
  readonly tool: { readonly name: string; readonly version: string };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly invocation: Invocation;
  readonly rules: readonly LoggedRule[];
  /** Without their places. */
  readonly findings: readonly (Result & { readonly ruleId: string })[];
};

/**
 * Formats findings as SARIF 2.1.0. Every finding refers to the line of the statement that it breaks, and to `file` if it is
 * given: a file of the user's repository, relative to its root, that a viewer can open.
 */
export async function renderSarif(log: FindingLog, file?: string): Promise<string> {
  const { tool, rules, findings, automationDetails, properties } = log;
  const used = rules.filter(({ descriptor }) => findings.some(({ ruleId }) => ruleId === descriptor.id));
  const documents = new Set(used.map(({ document }) => document));
  const opened = [...documents].map(async (document) => [document, await openLines(document)] as const);
  const linesIn = new Map(await Promise.all(opened));
  const results = findings.map((finding): Result => {
    const ruleIndex = rules.findIndex(({ descriptor }) => descriptor.id === finding.ruleId);
    const rule = rules[ruleIndex];
    if (rule === undefined) throw new Error(`there is no rule ${finding.ruleId}`);
    const line = linesIn.get(rule.document)?.(rule.pointer) ?? 1;
    return { ...finding, ruleIndex, level: rule.level, ...placesOf(rule, line, file) };
  });
  const content: Log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: { driver: { ...tool, rules: rules.map(({ descriptor }) => descriptor) } },
        automationDetails,
        invocations: [{ ...log.invocation, ...timesOf(log) }],
        results,
        columnKind: 'utf16CodeUnits',
        properties,
      },
    ],
  };
  return `${writeJson(content, 2)}\n`;
}

function timesOf({ startedAt, durationMs }: FindingLog): Pick<Invocation, 'startTimeUtc' | 'endTimeUtc'> {
  const started = Date.parse(startedAt);
  const ended = started + Math.max(0, durationMs);
  return {
    ...(Number.isNaN(started) ? {} : { startTimeUtc: new Date(started).toISOString() }),
    ...(Number.isNaN(ended) ? {} : { endTimeUtc: new Date(ended).toISOString() }),
  };
}

/** A viewer shows only the first location: if a file of the user's repository is known, the statement is related to it. */
function placesOf(
  { document, pointer, sentence }: LoggedRule,
  startLine: number,
  file: string | undefined,
): Pick<Result, 'locations' | 'relatedLocations'> {
  const statement = {
    physicalLocation: { artifactLocation: { uri: document }, region: { startLine } },
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
