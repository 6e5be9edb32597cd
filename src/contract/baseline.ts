import { z } from 'zod';
import { checkData, type DataIssue } from '../text/data-issue.ts';
import { readYamlFile } from '../text/yaml-file.ts';
import type { Problem } from '../user-error.ts';
import type { OperationId } from './exchange.ts';
import { allRules, type RuleId } from './rules/rules.ts';

/** Findings that the user accepts for some time: those of one rule, in exchanges of one operation. */
export type AcceptedFinding = {
  readonly rule: RuleId;
  /** `none`: findings that no single exchange shows, such as those of R01. */
  readonly operation: OperationId | 'none';
  /** Why it is accepted. */
  readonly reason: string;
  /** The last day on which it is accepted, in UTC: `2026-12-31`. */
  readonly expires: string;
};

const ruleIds = allRules.map(({ id }) => id);

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && isoDate(time) === text;
}

function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

const accepted = z.strictObject({
  rule: z.enum(ruleIds),
  operation: z.enum(['listOrders', 'cancelOrder', 'postMessage', 'none']),
  reason: z.string().refine((text) => text.trim() !== '', { params: { expected: 'why it is accepted' } }),
  expires: z.string().refine(isDate, { params: { expected: 'a date such as 2026-12-31' } }),
});

const list = z.array(accepted);
const file = z.strictObject({ accepted: list });

/** Two entries for the same findings contradict each other. */
function repeatedIn(entries: unknown, above: readonly string[]): readonly DataIssue[] {
  if (!Array.isArray(entries)) return [];
  const keys = entries.map((entry: unknown) => {
    const { rule, operation } = Object(entry) as Partial<Record<string, unknown>>;
    return `${rule} of ${operation}`;
  });
  return keys.flatMap((key, index) => {
    const what = `[${index}] accepts ${key} again`;
    return keys.indexOf(key) < index ? [{ path: [...above, index], what, expected: 'each once' }] : [];
  });
}

/**
 * Reads a baseline: a YAML or JSON file with a list `accepted`. Throws a UserError (exit code 2) with every problem and
 * its place.
 *
 * @example
 * const baseline = await readBaseline('store-orders-baseline.yaml');
 * const report = await checkContract({ url: 'https://host.example/v1', apiKey: 'secret', baseline });
 */
export async function readBaseline(path: string): Promise<readonly AcceptedFinding[]> {
  const check = (value: unknown) =>
    repeatedIn((Object(value) as Partial<Record<string, unknown>>).accepted, ['accepted']);
  return (await readYamlFile(path, { schema: file, check })).accepted;
}

/** Returns what is wrong with a baseline that was not read from a file. */
export function baselineProblems(entries: readonly AcceptedFinding[]): readonly Problem[] {
  const issues = [...checkData(entries, list).issues, ...repeatedIn(entries, [])];
  return issues.map(({ path: _path, at: _at, ...words }) => ({ where: 'baseline', ...words }));
}

/** Returns the entry that accepts the findings of a rule and an operation at a time. An expired entry accepts nothing. */
export function acceptedBy(
  baseline: readonly AcceptedFinding[],
  rule: RuleId,
  operation: OperationId | undefined,
  now: number,
): AcceptedFinding | undefined {
  return baseline.find(
    (entry) => entry.rule === rule && entry.operation === (operation ?? 'none') && !isExpired(entry, now),
  );
}

function isExpired({ expires }: AcceptedFinding, now: number): boolean {
  return isoDate(now) > expires;
}

/**
 * Returns a sentence for each entry that is of no use: it has expired, or it accepts no finding of this check.
 * `exercised` returns whether the check tested a rule at all.
 */
export function baselineNotes(
  baseline: readonly AcceptedFinding[],
  used: ReadonlySet<AcceptedFinding>,
  exercised: (rule: RuleId) => boolean,
  now: number,
): readonly string[] {
  return baseline.flatMap((entry) => {
    const { rule, operation, expires } = entry;
    const named = `The baseline accepts ${rule} of ${operation}`;
    if (isExpired(entry, now)) return [`${named} only until ${expires}: its findings count again.`];
    if (used.has(entry)) return [];
    const why = exercised(rule)
      ? 'which has no finding: remove the entry.'
      : 'which this check did not exercise: the entry is not used.';
    return [`${named}, ${why}`];
  });
}
