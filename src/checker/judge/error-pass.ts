import { readIntegerToken } from './integer-token.ts';
import {
  isInteger,
  isString,
  type JsonNode,
  kindInWords,
  lastMembers,
  plainValue,
  pointerStep,
} from './json-node.ts';
import { addFlaws, addValueFinding, type Judging } from './judging.ts';
import { readStrictJson } from './strict-json.ts';

const fields: ReadonlyMap<string, { readonly expected: string; readonly fits: (node: JsonNode) => boolean }> =
  new Map([
    ['code', { expected: 'a string', fits: isString }],
    ['message', { expected: 'a string', fits: isString }],
    ['status', { expected: 'an integer', fits: isInteger }],
  ]);

/** R21 to R24: judges an Error body. Returns its value for a validator, undefined where it is not JSON. */
export function judgeError(
  judging: Judging,
  body: Buffer,
  status: number,
): { readonly value: unknown } | undefined {
  judging.exercised.add('R21');
  const text = readStrictJson(body);
  addFlaws(judging, 'R21', body, text);
  const { root } = text;
  if (root === undefined) return undefined;
  judging.exercised.add('R22');
  if (root.kind === 'object') judgeFields(judging, body, root, status);
  else addValueFinding(judging, 'R22', body, { ...root, where: '', expected: 'an Error object' });
  return { value: plainValue(root) };
}

/** R21 alone, for a body whose shape is not given: it is what its Content-Type says. */
export function judgeClaimedJson(judging: Judging, body: Buffer): void {
  judging.exercised.add('R21');
  addFlaws(judging, 'R21', body, readStrictJson(body));
}

function judgeFields(
  judging: Judging,
  body: Buffer,
  root: JsonNode & { kind: 'object' },
  status: number,
): void {
  judging.exercised.add('R24');
  const members = lastMembers(root);
  for (const [name, { expected, fits }] of fields) {
    const value = members.find((member) => member.name === name)?.value;
    const where = pointerStep(name);
    if (value === undefined) {
      addValueFinding(judging, 'R22', body, {
        ...root,
        where,
        expected: `${expected}, not a body without ${name}`,
      });
    } else if (!fits(value)) {
      const instead = `${expected}, not ${kindInWords(value)}`;
      addValueFinding(judging, 'R22', body, { ...value, where, expected: instead });
    } else if (name === 'status') judgeStatus(judging, body, value, status);
  }
  for (const { name, value } of members) {
    if (fields.has(name)) continue;
    const expected = 'the fields code, message and status alone';
    addValueFinding(judging, 'R24', body, { ...value, where: pointerStep(name), expected });
  }
}

function judgeStatus(judging: Judging, body: Buffer, node: JsonNode, status: number): void {
  judging.exercised.add('R23');
  const integer = node.kind === 'number' ? readIntegerToken(node.text) : undefined;
  if (integer?.kind === 'int64' && integer.value === BigInt(status)) return;
  const expected = `${status}, as the HTTP status`;
  addValueFinding(judging, 'R23', body, { ...node, where: '/status', expected });
}
