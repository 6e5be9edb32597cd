import type { Report, RuleResult } from '../report.ts';
import type { Rule } from '../rules/rule.ts';
import { type RuleId, rules } from '../rules/rules.ts';

const byId = new Map<RuleId, Rule>(rules.map((rule) => [rule.id, rule]));

/** The rule with this id. The table has one for each `RuleId`. */
export function ruleOf(id: RuleId): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`the table of rules has no ${id}`);
  return rule;
}

/** Where a rule comes from: `part 4.2 rule 3` of the specification, or the standard it rests on. */
export function source(rule: Rule): string {
  return /^\d/.test(rule.spec) ? `part ${rule.spec}` : rule.spec;
}

/** What a rule's result means for the contract. */
export type Standing = 'passed' | 'violated' | 'noticed' | 'ignored' | 'not-exercised';

/** How one result stands: a failed rule breaks the contract unless it is ignored or a notice. */
export function standing(result: RuleResult): Standing {
  if (result.kind !== 'failed') return result.kind;
  if (result.ignored) return 'ignored';
  return ruleOf(result.rule).severity === 'violation' ? 'violated' : 'noticed';
}

/**
 * Whether a rule's failure counts against the exit code. A report does not say whether it was made with
 * `--fail-on notice`; yet where it ends with 1 and no violation stands, the notices are why.
 */
export function countsAgainst(report: Report): (result: RuleResult) => boolean {
  const violated = report.rules.some((result) => standing(result) === 'violated');
  const noticesCount = report.exitCode === 1 && !violated;
  return (result) => standing(result) === 'violated' || (noticesCount && standing(result) === 'noticed');
}

/** How many rules a report has, and how many of them an exchange exercised. */
export function coverage(report: Report): { readonly exercised: number; readonly total: number } {
  const exercised = report.rules.filter((result) => result.kind !== 'not-exercised').length;
  return { exercised, total: report.rules.length };
}

/** `1 finding`, `2 findings`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

function findingsOf(results: readonly RuleResult[]): number {
  return results.reduce((sum, result) => sum + (result.kind === 'failed' ? result.findings : 0), 0);
}

/** The outcome of a check in one clause, to stand after the target: `keeps the contract, with 1 notice`. */
export function verdict(report: Report): string {
  const of = (wanted: Standing) => report.rules.filter((result) => standing(result) === wanted);
  const violated = of('violated');
  const noticed = of('noticed');
  const notices = noticed.length === 0 ? '' : `, with ${count(findingsOf(noticed), 'notice')}`;
  if (violated.length > 0)
    return `breaks the contract: ${count(findingsOf(violated), 'violation')} of ${count(violated.length, 'rule')}${notices}`;
  if (report.incomplete !== undefined) return `was not checked to the end${notices}`;
  if (coverage(report).exercised === 0) return 'was not checked: no rule was exercised';
  if (report.exitCode === 1) return `does not pass: ${count(findingsOf(noticed), 'notice')}`;
  if (report.exitCode === 4) return `keeps the contract, but drifts from the profile${notices}`;
  return `keeps the contract${notices}`;
}

/** A span of time for people: `340 ms`, `1.2 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
