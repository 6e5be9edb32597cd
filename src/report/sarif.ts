import { readFile } from 'node:fs/promises';
import type { Log, Notification, PropertyBag, Result, Suppression } from 'sarif';
import { writeJson } from '../json/json.ts';
import { readYamlText } from '../text/yaml-text.ts';
import { linesOf } from '../text-place.ts';
import { packageRoot } from '../version.ts';

/** A statement that a finding breaks. */
export type LoggedRule = {
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
  /** The sentence with its origin. */
  readonly full: string;
  readonly level: 'error' | 'note';
  /** The YAML document that contains the statement, relative to the root of the package, and a JSON pointer into it. */
  readonly document: string;
  readonly pointer: string;
  readonly properties: PropertyBag;
};

export type LoggedFinding = {
  readonly rule: string;
  readonly message: string;
  /** The same for the same finding in every run. */
  readonly fingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly Suppression[];
};

/** Findings for a tool that lists them beside the code. */
export type FindingLog = {
  readonly tool: { readonly name: string; readonly version: string };
  /** The category of the run: `store-orders-contract/probe/`. */
  readonly id: string;
  readonly rules: readonly LoggedRule[];
  readonly findings: readonly LoggedFinding[];
  readonly startedAt: string;
  readonly durationMs: number;
  readonly exitCode: number;
  readonly isComplete: boolean;
  readonly notifications: readonly Notification[];
  readonly properties: PropertyBag;
};

/**
 * Formats findings as SARIF 2.1.0. Every finding refers to the line of the statement that it breaks, and to `file` if it is
 * given: a file of the user's repository, relative to its root, that a viewer can open.
 */
export async function renderSarif(log: FindingLog, file?: string): Promise<string> {
  const { tool, rules, exitCode, isComplete, notifications } = log;
  const used = rules.filter(({ id }) => log.findings.some((finding) => finding.rule === id));
  const documents = new Set(used.map(({ document }) => document));
  const opened = [...documents].map(async (document) => [document, await openLines(document)] as const);
  const linesIn = new Map(await Promise.all(opened));
  const results = log.findings.map(({ rule: id, message, fingerprints, suppressions }) => {
    const ruleIndex = rules.findIndex((rule) => rule.id === id);
    const rule = rules[ruleIndex];
    if (rule === undefined) throw new Error(`there is no rule ${id}`);
    return {
      ...{ ruleId: id, ruleIndex, level: rule.level, message: { text: message } },
      ...placesOf(rule, linesIn.get(rule.document)?.(rule.pointer) ?? 1, file),
      partialFingerprints: { ...fingerprints },
      ...(suppressions && { suppressions: [...suppressions] }),
    };
  });
  const invocation = {
    ...{ executionSuccessful: isComplete, exitCode, ...timesOf(log) },
    toolExecutionNotifications: [...notifications],
  };
  const content: Log = {
    version: '2.1.0',
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    runs: [
      {
        tool: { driver: { ...tool, rules: rules.map(descriptor) } },
        automationDetails: { id: log.id },
        invocations: [invocation],
        results,
        columnKind: 'utf16CodeUnits',
        properties: log.properties,
      },
    ],
  };
  return `${writeJson(content, 2)}\n`;
}

function timesOf({ startedAt, durationMs }: FindingLog): { startTimeUtc?: string; endTimeUtc?: string } {
  const started = Date.parse(startedAt);
  const ended = started + Math.max(0, durationMs);
  return {
    ...(Number.isNaN(started) ? {} : { startTimeUtc: new Date(started).toISOString() }),
    ...(Number.isNaN(ended) ? {} : { endTimeUtc: new Date(ended).toISOString() }),
  };
}

function descriptor({ id, name, sentence, full, level, properties }: LoggedRule) {
  return {
    ...{ id, name, shortDescription: { text: sentence }, fullDescription: { text: full } },
    ...{ defaultConfiguration: { level }, properties },
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
