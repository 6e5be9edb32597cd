import type { RuleId } from '../report.ts';
import { cancelRules } from './cancel-rules.ts';
import { httpRules } from './http-rules.ts';
import { keyRules } from './key-rules.ts';
import { listRules } from './list-rules.ts';
import type { Rule, RuleRow } from './rule.ts';

export type { RuleId } from '../report.ts';

const orderRows: readonly RuleRow[] = [...httpRules, ...listRules, ...keyRules, ...cancelRules];

/** The statements of the specification about orders, in the order of their ids. */
export const rules: readonly Rule[] = orderRows.map((row) => ruleIn(row));

export const ruleIds: readonly RuleId[] = rules.map(({ id }) => id);

function ruleIn(row: RuleRow): Rule {
  const { id, key, sentence, spec, severity = 'violation' } = row;
  return { id, key, sentence, spec, severity };
}

const byId: ReadonlyMap<RuleId, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

export function ruleOf(id: RuleId): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`the table of rules has no ${id}`);
  return rule;
}

export const judgedRules = orderRows.filter(({ judges }) => judges !== undefined);

const rows: ReadonlyMap<RuleId, RuleRow> = new Map(orderRows.map((row) => [row.id, row]));

/** Returns why a check did not exercise a rule for which no probe gave a reason. */
export function whyUnexercised(id: RuleId): string {
  return rows.get(id)?.unexercised ?? 'no exchange exercises it';
}

export function isOfAll(id: string): boolean {
  return !orderRows.some((row) => row.id === id && row.race === true);
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
