import { readDateTime } from '../../text/date-time.ts';
import type { DataPath } from '../../text-place.ts';
import type { RuleId } from '../rules/rule-ids.ts';
import { type DateTimeForm, dateTimeForm, isDateTime } from './date-time.ts';
import { CountedByRule, type ListFault } from './findings.ts';
import {
  type JsonNode,
  kindInWords,
  lastMembers,
  plainValue,
  pointer,
  readIntegerToken,
} from './json-node.ts';
import { fieldBits, type OrderField, orderFields } from './order-fields.ts';
import { type JsonText, readStrictJson } from './strict-json.ts';

/** Everything the checker needs to know about the body of a list, from one pass over its bytes. */
export type ListSurvey = Readonly<Surveyor>;

/** Where an order is in a list: its index and its bytes. */
export type OrderPlace = { readonly index: number; readonly start: number; readonly end: number };

export type OrderIds = ReadonlyMap<bigint, OrderPlace>;

/** Surveys the body of a list. The same buffer must always have the same content. */
export type SurveyList = (body: Buffer) => ListSurvey;

const sampleSize = 1000;
const sampleBytes = 1024 ** 2;
const maxNames = 1000;
const onlyFields = 'only the fields id, petId, quantity, shipDate and complete';
const byName: ReadonlyMap<string, OrderField> = new Map(orderFields.map((field) => [field.name, field]));

export const surveyList: SurveyList = (body) => new Surveyor(body);

export function surveyOnce(survey: SurveyList): SurveyList {
  const known = new WeakMap<Buffer, ListSurvey>();
  return (body) => {
    const result = known.get(body) ?? survey(body);
    known.set(body, result);
    return result;
  };
}

class Surveyor {
  /** The JSON text without the orders, and its flaws. */
  readonly text: JsonText;
  orders = 0;
  /** The exact id of every order that has an int64, and where the order is; the first of those with one id. */
  readonly ids: OrderIds;
  /** Whether no id is smaller than the one before it. */
  rising = true;
  /** Faults against R07 to R12, in the order of the text; at most 100 for each rule. */
  readonly faults: readonly ListFault[];
  readonly counts: ReadonlyMap<RuleId, number>;
  /** The fields that any order has, and those that all orders have, as sets of `fieldBits`. */
  fieldsInAny = 0;
  fieldsInAll = -1;
  /** The fields whose value has the right type in any order. */
  fieldsThatFit = 0;
  /** The names of undocumented fields, 1000 at most. */
  readonly otherFields = new Set<string>();
  readonly dateForms = new Set<DateTimeForm>();
  objects = 0;
  /** The values of the first 1000 items that are in the first MiB, for a validator that needs memory for each. */
  readonly sample: unknown[] = [];
  readonly #faults = new CountedByRule<ListFault>();
  readonly #ids = new Map<bigint, OrderPlace>();
  #repeats = 0;
  #last: bigint | undefined;

  constructor(body: Buffer) {
    this.text = readStrictJson(body, (item) => this.#read(item));
    const { root } = this.text;
    if (root !== undefined && root.kind !== 'array') this.#fault('R07', [], root, 'an array of orders');
    this.ids = this.#ids;
    this.faults = this.#faults.kept.toSorted((one, other) => one.start - other.start);
    this.counts = this.#faults.counts;
  }

  /** How many orders have an int64 as id. */
  get withId(): number {
    return this.#ids.size + this.#repeats;
  }

  #fault(rule: RuleId, path: DataPath, { start, end }: JsonNode, expected: string): void {
    this.#faults.add(rule, () => ({ rule, where: pointer(path), start, end, expected }));
  }

  #read(item: JsonNode): void {
    const index = this.orders;
    this.orders += 1;
    if (index < sampleSize && item.end <= sampleBytes) this.sample.push(plainValue(item));
    if (item.kind !== 'object') {
      this.#fault('R07', [index], item, 'an Order object');
      return;
    }
    this.objects += 1;
    let fields = 0;
    for (const { name, value } of lastMembers(item)) {
      const field = byName.get(name);
      if (field === undefined) this.#undocumented(name, value, index);
      else fields |= this.#field(field, value, index, item);
    }
    this.fieldsInAny |= fields;
    this.fieldsInAll &= fields;
  }

  #field(field: OrderField, value: JsonNode, index: number, order: JsonNode): number {
    const bit = fieldBits[field.name];
    if (!field.fits(value)) {
      this.#wrongType(field, value, index);
      return bit;
    }
    this.fieldsThatFit |= bit;
    if (value.kind === 'string') this.#shipDate(value, index);
    if (value.kind === 'number' && field.name !== 'quantity') this.#int64(field, value, index, order);
    return bit;
  }

  #int64(
    { name }: OrderField,
    value: JsonNode & { kind: 'number' },
    index: number,
    { start, end }: JsonNode,
  ): void {
    const integer = readIntegerToken(value.text);
    if (integer.kind !== 'int64') this.#fault('R09', [index, name], value, 'an integer from -2^63 to 2^63-1');
    else if (name === 'id') this.#id(integer.value, { index, start, end }, value);
  }

  /** R11: no earlier order has the id. */
  #id(id: bigint, place: OrderPlace, value: JsonNode): void {
    if (this.#last !== undefined && id < this.#last) this.rising = false;
    this.#last = id;
    const first = this.#ids.get(id);
    if (first === undefined) this.#ids.set(id, place);
    else {
      this.#repeats += 1;
      this.#fault('R11', [place.index, 'id'], value, `an id other than that of /${first.index}`);
    }
  }

  #shipDate(value: JsonNode & { kind: 'string' }, index: number): void {
    this.dateForms.add(dateTimeForm(value.value));
    if (isDateTime(value.value)) return;
    const form = readDateTime(value.value).kind === 'malformed' ? '' : '; RFC 3339 has a colon in the offset';
    this.#fault('R10', [index, 'shipDate'], value, `a date-time like 2026-01-20T10:00:00Z${form}`);
  }

  #wrongType({ name, expected }: OrderField, value: JsonNode, index: number): void {
    const instead =
      value.kind === 'literal' && value.value === null ? `${expected}, or no ${name}` : expected;
    const kind = value.kind === 'number' ? 'a fraction' : kindInWords(value);
    this.#fault('R08', [index, name], value, `${instead}, not ${kind}`);
  }

  /** Each name is reported only once. */
  #undocumented(name: string, value: JsonNode, index: number): void {
    if (this.otherFields.has(name)) return;
    if (this.otherFields.size < maxNames) this.otherFields.add(name);
    this.#fault('R12', [index, name], value, onlyFields);
  }
}
