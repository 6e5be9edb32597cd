import type { RuleId } from '../rules/rules.ts';
import { isDateTime } from './date-time.ts';
import { readIntegerToken } from './integer-token.ts';
import { isBoolean, isInteger, isNumber, isString } from './json-kinds.ts';
import { type JsonNode, kindInWords, membersByName, plainValue, pointerStep } from './json-node.ts';
import { addFlaws, addValueFinding, type Judging } from './judging.ts';
import { readStrictJson } from './strict-json.ts';

/** What the list holds for a validator that cannot take it whole; undefined where it is not JSON. */
export type ListSample = { readonly value: unknown } | undefined;

// A validator that gathers every error needs memory for each: it gets the first orders of a long list only. The strict
// pass here looks at all of them.
const sampleSize = 1000;
// Names of undocumented fields are told once each, up to so many.
const maxNames = 1000;

/** R06 to R12: judges the body of a list, every order of it, in one run over its bytes. */
export function judgeList(judging: Judging, body: Buffer): ListSample {
  judging.exercised.add('R06');
  const pass = new ListPass(judging, body);
  const text = readStrictJson(body, (item, index) => pass.order(item, index));
  addFlaws(judging, 'R06', body, text);
  if (text.root === undefined) return undefined;
  judging.exercised.add('R07');
  if (text.root.kind === 'array') return { value: pass.sample };
  const expected = 'an array of orders';
  addValueFinding(judging, 'R07', body, { where: '', node: text.root, expected });
  return { value: plainValue(text.root) };
}

type FieldType = { readonly expected: string; readonly fits: (node: JsonNode) => boolean };

// That id and petId fit in 64 bits, and that shipDate is a date-time, are rules of their own.
const types: ReadonlyMap<string, FieldType> = new Map([
  ['id', { expected: 'an integer', fits: isNumber }],
  ['petId', { expected: 'an integer', fits: isNumber }],
  ['quantity', { expected: 'an integer', fits: isInteger }],
  ['shipDate', { expected: 'a string', fits: isString }],
  ['complete', { expected: 'true or false', fits: isBoolean }],
]);

class ListPass {
  readonly #judging: Judging;
  readonly #body: Buffer;
  readonly #ids = new Map<bigint, number>();
  readonly #names = new Set<string>();
  readonly sample: unknown[] = [];

  constructor(judging: Judging, body: Buffer) {
    this.#judging = judging;
    this.#body = body;
  }

  order(item: JsonNode, index: number): void {
    if (index < sampleSize) this.sample.push(plainValue(item));
    if (item.kind !== 'object') {
      this.#broken('R07', [index], item, 'an Order object');
      return;
    }
    this.#judging.exercised.add('R12');
    for (const [name, { value }] of membersByName(item.members)) {
      const type = types.get(name);
      if (type === undefined) this.#undocumented(name, value, index);
      else this.#field(name, type, value, index);
    }
  }

  #field(name: string, type: FieldType, value: JsonNode, index: number): void {
    this.#judging.exercised.add('R08');
    if (!type.fits(value)) this.#wrongType(name, value, index, type.expected);
    else if (value.kind === 'string') this.#shipDate(value, index);
    else if (value.kind === 'number' && name !== 'quantity') this.#int64(name, value, index);
  }

  #int64(name: string, value: JsonNode & { kind: 'number' }, index: number): void {
    this.#judging.exercised.add('R09');
    const integer = readIntegerToken(value.text);
    if (integer.kind !== 'int64')
      this.#broken('R09', [index, name], value, 'an integer from -2^63 to 2^63-1');
    else if (name === 'id') this.#unique(integer.value, value, index);
  }

  #unique(id: bigint, value: JsonNode, index: number): void {
    const first = this.#ids.get(id);
    if (first === undefined) this.#ids.set(id, index);
    else this.#broken('R11', [index, 'id'], value, `an id other than that of /${first}`);
    if (this.#ids.size > 1 || first !== undefined) this.#judging.exercised.add('R11');
  }

  #shipDate(value: JsonNode & { kind: 'string' }, index: number): void {
    this.#judging.exercised.add('R10');
    if (isDateTime(value.value)) return;
    this.#broken('R10', [index, 'shipDate'], value, 'a date-time like 2026-01-20T10:00:00Z');
  }

  #wrongType(name: string, value: JsonNode, index: number, expected: string): void {
    const instead =
      value.kind === 'literal' && value.value === null ? `${expected}, or no ${name}` : expected;
    this.#broken(
      'R08',
      [index, name],
      value,
      `${instead}, not ${value.kind === 'number' ? 'a fraction' : kindInWords(value)}`,
    );
  }

  #undocumented(name: string, value: JsonNode, index: number): void {
    if (this.#names.has(name)) return;
    if (this.#names.size < maxNames) this.#names.add(name);
    this.#broken('R12', [index, name], value, 'the fields id, petId, quantity, shipDate and complete alone');
  }

  #broken(rule: RuleId, path: readonly (string | number)[], node: JsonNode, expected: string): void {
    const where = path.map(pointerStep).join('');
    addValueFinding(this.#judging, rule, this.#body, { where, node, expected });
  }
}
