import type { RuleId } from '../rules/rules.ts';
import { plainValue } from './json-node.ts';
import { addFlaws, addValueFinding, type Judging } from './judging.ts';
import type { ListSurvey } from './list-survey.ts';
import { fieldBits } from './order-fields.ts';

/** What the list holds for a validator that cannot take it whole; undefined where it is not JSON. */
export type ListSample = { readonly value: unknown } | undefined;

/** R06 to R12: judges the body of a list by its survey. */
export function judgeList(judging: Judging, body: Buffer, survey: ListSurvey): ListSample {
  const { text, faults, counts, sample } = survey;
  for (const rule of exercisedBy(survey)) judging.exercised.add(rule);
  addFlaws(judging, 'R06', body, text);
  for (const { rule, ...place } of faults) addValueFinding(judging, rule, body, place);
  for (const [rule, count] of counts) {
    judging.findings.count(rule, count - faults.filter((fault) => fault.rule === rule).length);
  }
  if (text.root === undefined) return undefined;
  return { value: text.root.kind === 'array' ? sample : plainValue(text.root) };
}

/** The rules that a list can break, by what it has. */
function exercisedBy({ text, objects, ids, fieldsInAny, fieldsThatFit }: ListSurvey): readonly RuleId[] {
  const { id, petId, shipDate } = fieldBits;
  const shown: readonly (readonly [RuleId, boolean])[] = [
    ['R06', true],
    ['R07', text.root !== undefined],
    ['R08', fieldsInAny !== 0],
    ['R09', (fieldsThatFit & (id | petId)) !== 0],
    ['R10', (fieldsThatFit & shipDate) !== 0],
    ['R11', ids.size > 1],
    ['R12', objects > 0],
  ];
  return shown.flatMap(([rule, is]) => (is ? [rule] : []));
}
