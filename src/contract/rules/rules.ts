import type { RuleId } from '../report.ts';
import { cancelRules } from './cancel-rules.ts';
import { httpRules } from './http-rules.ts';
import { keyRules } from './key-rules.ts';
import { listRules } from './list-rules.ts';
import type { Rule, RuleRow } from './rule.ts';

export type { RuleId } from '../report.ts';

const rows: readonly RuleRow[] = [...httpRules, ...listRules, ...keyRules, ...cancelRules];

/** The statements of the specification about orders, in the order of their ids. */
export const rules: readonly Rule[] = rows.map(({ id, key, sentence, spec, severity = 'violation' }) => {
  return { id, key, sentence, spec, severity };
});

export const ruleIds: readonly RuleId[] = rules.map(({ id }) => id);

export function ruleOf(id: RuleId): Rule {
  const rule = rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`the table of rules has no ${id}`);
  return rule;
}

export const judgedRules = rows.filter(({ judges }) => judges !== undefined);

/** Returns why no exchange exercised a rule for which no probe gave a reason. */
export function whyUnexercised(id: RuleId): string {
  return rows.find((row) => row.id === id)?.unexercised ?? 'no exchange exercises it';
}

export function isOfAll(id: string): boolean {
  return !rows.some((row) => row.id === id && row.race === true);
}

/** Joins rule ids and shortens runs of three or more: `R04–R09 R11`. */
export function idRanges(ids: readonly string[]): string {
  const runs: string[][] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (Number(id.slice(1)) === Number(run?.at(-1)?.slice(1)) + 1) run?.push(id);
    else runs.push([id]);
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run)).join(' ');
}
