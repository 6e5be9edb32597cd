import { readFileSync } from 'node:fs';
import { packageRoot } from '../../src/version.ts';
import type { Target } from './targets.ts';
import type { Found } from './tool.ts';

/** What a tool said about a server that breaks a rule, or about a legal one; `failed` if the tool did not end well. */
export type Verdict = 'found' | 'wrong place' | 'missed' | 'clean' | 'false alarm' | 'failed';

export type ToolResults = {
  readonly name: string;
  readonly version: string;
  readonly setUp: string;
  /** Why it judged nothing. */
  readonly notObtained?: string;
  /** What it reports about the two honest servers, which does not count elsewhere. */
  readonly honest: readonly string[];
  /** What it reports about each server by others. */
  readonly others: Readonly<Record<string, readonly string[] | 'failed'>>;
  /** Target, verdict, requests, milliseconds. */
  readonly rows: readonly (readonly [target: string, verdict: Verdict, requests: number, ms: number])[];
};

/** What `npm run compare` recorded. */
export type Results = {
  readonly date: string;
  readonly machine: string;
  readonly minutes: number;
  /** Every target, with the rule that it breaks. */
  readonly targets: readonly (readonly [name: string, rule: string | null])[];
  /** The servers by others, with their set-up. */
  readonly others: readonly (readonly [name: string, setUp: string])[];
  readonly tools: readonly ToolResults[];
};

export const resultsFile = new URL('docs/maintainers/comparison.json', packageRoot);

export function readResults(): Results {
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;
}

/** Returns what a tool said, except for what it says about the honest server too. */
export function verdictOf(
  { rule, operations }: Pick<Target, 'rule' | 'operations'>,
  found: readonly Found[],
  onHonest: readonly Found[],
): Verdict {
  const known = new Set(onHonest.map(keyOf));
  const added = found.filter((one) => !known.has(keyOf(one)));
  if (rule === undefined) return added.length === 0 ? 'clean' : 'false alarm';
  if (added.length === 0) return 'missed';
  const isThere = ({ operation }: Found): boolean =>
    operation === undefined || operations.includes(operation);
  return added.some(isThere) ? 'found' : 'wrong place';
}

export function keyOf({ operation, what }: Found): string {
  return `${operation ?? 'any operation'}: ${what}`;
}
