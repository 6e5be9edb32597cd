import type { RuleId } from '../rules/rules.ts';
import { addFlaws, addValueFinding, type JudgeContext } from './findings.ts';
import {
  isInteger,
  isString,
  type JsonNode,
  kindInWords,
  lastMembers,
  plainValue,
  pointerStep,
  readIntegerToken,
} from './json-node.ts';
import type { ListSurvey } from './list-survey.ts';
import { fieldBits } from './order-fields.ts';
import { readStrictJson } from './strict-json.ts';

/** A parsed body, or for a list a sample of it; undefined if it is not JSON or not described. */
export type ParsedBody = { readonly value: unknown } | undefined;

/** R06 to R12: judges the body of a list by its survey. */
export function judgeList(context: JudgeContext, body: Buffer, survey: ListSurvey): ParsedBody {
  const { text, faults, counts, sample } = survey;
  for (const rule of exercisedBy(survey)) context.exercised.add(rule);
  context.untested.push(...untestedBy(survey));
  addFlaws(context, 'R06', body, text);
  for (const { rule, ...place } of faults) addValueFinding(context, rule, body, place);
  for (const [rule, count] of counts)
    context.findings.count(rule, count - faults.filter((fault) => fault.rule === rule).length);
  if (text.root === undefined) return undefined;
  return { value: text.root.kind === 'array' ? sample : plainValue(text.root) };
}

/** Returns the rules that a list can break, by its content. */
function exercisedBy({ text, objects, withId, fieldsInAny, fieldsThatFit }: ListSurvey): readonly RuleId[] {
  const { id, petId, shipDate } = fieldBits;
  const exercised: readonly (readonly [RuleId, boolean])[] = [
    ['R06', true],
    ['R07', text.root !== undefined],
    ['R08', fieldsInAny !== 0],
    ['R09', (fieldsThatFit & (id | petId)) !== 0],
    ['R10', (fieldsThatFit & shipDate) !== 0],
    ['R11', withId > 1],
    ['R12', objects > 0],
  ];
  return exercised.flatMap(([rule, is]) => (is ? [rule] : []));
}

/** Returns why a list with orders cannot break rules about them. */
function untestedBy({ objects, fieldsInAny, withId }: ListSurvey): JudgeContext['untested'] {
  const rules = ['R08', 'R09', 'R10', 'R11'] as const;
  if (objects > 0 && fieldsInAny === 0)
    return rules.map((rule) => ({ rule, reason: 'no order in the list has a documented field' }));
  return withId === 1
    ? [{ rule: 'R11', reason: 'only one order with an id was received, and two are needed' }]
    : [];
}

const errorFields: ReadonlyMap<
  string,
  { readonly expected: string; readonly fits: (node: JsonNode) => boolean }
> = new Map([
  ['code', { expected: 'a string', fits: isString }],
  ['message', { expected: 'a string', fits: isString }],
  ['status', { expected: 'an integer', fits: isInteger }],
]);

/** R21 to R24: judges an Error body. */
export function judgeError(context: JudgeContext, body: Buffer, status: number): ParsedBody {
  context.exercised.add('R21');
  const text = readStrictJson(body);
  addFlaws(context, 'R21', body, text);
  const { root } = text;
  if (root === undefined) return undefined;
  context.exercised.add('R22');
  if (root.kind === 'object') judgeErrorFields(context, body, root, status);
  else addValueFinding(context, 'R22', body, { ...root, where: '', expected: 'an Error object' });
  return { value: plainValue(root) };
}

/** R21 only, for a body that claims to be JSON and whose shape is not specified. */
export function judgeClaimedJson(context: JudgeContext, body: Buffer): void {
  context.exercised.add('R21');
  // Of any size, because the shape is not specified.
  addFlaws(context, 'R21', body, readStrictJson(body, undefined, Number.POSITIVE_INFINITY));
}

function judgeErrorFields(
  context: JudgeContext,
  body: Buffer,
  root: JsonNode & { kind: 'object' },
  status: number,
): void {
  context.exercised.add('R24');
  const members = lastMembers(root);
  for (const [name, { expected, fits }] of errorFields) {
    const value = members.find((member) => member.name === name)?.value;
    const where = pointerStep(name);
    if (value === undefined) {
      const missing = `${expected}, not a body without ${name}`;
      addValueFinding(context, 'R22', body, { ...root, where, expected: missing });
    } else if (!fits(value)) {
      const instead = `${expected}, not ${kindInWords(value)}`;
      addValueFinding(context, 'R22', body, { ...value, where, expected: instead });
    } else if (name === 'status') judgeErrorStatus(context, body, value, status);
  }
  for (const { name, value } of members) {
    if (errorFields.has(name)) continue;
    const expected = 'only the fields code, message and status';
    addValueFinding(context, 'R24', body, { ...value, where: pointerStep(name), expected });
  }
}

function judgeErrorStatus(context: JudgeContext, body: Buffer, node: JsonNode, status: number): void {
  context.exercised.add('R23');
  const integer = node.kind === 'number' ? readIntegerToken(node.text) : undefined;
  if (integer?.kind === 'int64' && integer.value === BigInt(status)) return;
  const expected = `${status}, as the HTTP status`;
  addValueFinding(context, 'R23', body, { ...node, where: '/status', expected });
}
