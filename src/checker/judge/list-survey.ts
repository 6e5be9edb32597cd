import type { RuleId } from '../rules/rules.ts';
import { type DateTimeForm, dateTimeForm, isDateTime } from './date-time.ts';
import { IdColumn } from './id-column.ts';
import { readIntegerToken } from './integer-token.ts';
import { afterSpace } from './json-bytes.ts';
import { type JsonNode, kindInWords, lastMembers, plainValue } from './json-node.ts';
import { type ListFault, ListFaults } from './list-faults.ts';
import { fieldBits, type OrderField, orderFields } from './order-fields.ts';
import type { OrderIds } from './order-ids.ts';
import { PlainOrder } from './plain-order.ts';
import { addRepeatedIds } from './repeated-ids.ts';
import { type JsonText, readStrictJson, type Skipped } from './strict-json.ts';

/** All that the checker wants to know of the body of a list, got in one run over its bytes. */
export type ListSurvey = {
  /** The JSON text itself, without the orders; what breaks RFC 8259 in it. */
  readonly text: JsonText;
  /** How many items the array has. */
  readonly orders: number;
  /** The exact id of every order that has an int64. */
  readonly ids: OrderIds;
  /** Whether no id is smaller than the one before it. */
  readonly rising: boolean;
  /** What breaks R07 to R12, in the order of the text; at most 100 a rule. */
  readonly faults: readonly ListFault[];
  /** How often each of them is broken. */
  readonly counts: ReadonlyMap<RuleId, number>;
  /** The fields that stand in any order, and those that stand in all; each a set of bits. */
  readonly fieldsInAny: number;
  readonly fieldsInAll: number;
  /** The fields that have a value of their type in any order. */
  readonly fieldsThatFit: number;
  /** The names of undocumented fields, at most 1000. */
  readonly otherFields: ReadonlySet<string>;
  /** How the ship dates are written. */
  readonly dateForms: ReadonlySet<DateTimeForm>;
  /** How many items are objects. */
  readonly objects: number;
  /** The first 1000 items as values, for a validator that needs memory for each. */
  readonly sample: readonly unknown[];
};

/** Surveys the body of a list. */
export type SurveyList = (body: Buffer) => ListSurvey;

const sampleSize = 1000;
const maxNames = 1000;
const comma = 0x2c;
const byName: ReadonlyMap<string, OrderField> = new Map(orderFields.map((field) => [field.name, field]));

/** Surveys the body of a list, every order of it. */
export const surveyList: SurveyList = (body) => new Surveyor(body).survey('fast');

/** The same with the strict reader alone: what the fast way is held against. */
export const surveyStrictly: SurveyList = (body) => new Surveyor(body).survey('strict');

/** The same, which looks at each body once: other bytes must be another buffer. */
export function surveyOnce(survey: SurveyList): SurveyList {
  const known = new WeakMap<Buffer, ListSurvey>();
  return (body) => {
    const result = known.get(body) ?? survey(body);
    known.set(body, result);
    return result;
  };
}

class Surveyor {
  readonly #faults = new ListFaults();
  readonly #sample: unknown[] = [];
  readonly #otherFields = new Set<string>();
  readonly #dateForms = new Set<DateTimeForm>();
  /** The one added last: most dates of a list are written alike. */
  #dateForm: DateTimeForm | undefined;
  readonly #body: Buffer;
  readonly #plain: PlainOrder;
  readonly #ids = new IdColumn();
  #orders = 0;
  #objects = 0;
  #fieldsInAny = 0;
  #fieldsInAll = -1;
  #fieldsThatFit = 0;

  constructor(body: Buffer) {
    this.#body = body;
    this.#plain = new PlainOrder(body);
  }

  survey(way: 'fast' | 'strict'): ListSurvey {
    const body = this.#body;
    const read = (item: JsonNode): void => this.#read(item);
    const skip = (bytes: Buffer, at: number): Skipped | undefined => this.#skip(bytes, at);
    const text = readStrictJson(body, way === 'fast' ? { skip, read } : { read });
    const { root } = text;
    if (root !== undefined && root.kind !== 'array') this.#faults.add('R07', [], root, 'an array of orders');
    const ids = this.#ids.toOrderIds();
    if (ids.repeats) addRepeatedIds(body, this.#faults);
    return {
      text,
      orders: this.#orders,
      ids,
      rising: this.#ids.rising,
      faults: this.#faults.kept.toSorted((one, other) => one.start - other.start),
      counts: this.#faults.counts,
      fieldsInAny: this.#fieldsInAny,
      fieldsInAll: this.#fieldsInAll,
      fieldsThatFit: this.#fieldsThatFit,
      otherFields: this.#otherFields,
      dateForms: this.#dateForms,
      objects: this.#objects,
      sample: this.#sample,
    };
  }

  /** Takes in the plain orders that stand one after the other. */
  #skip(bytes: Buffer, at: number): Skipped | undefined {
    let end = -1;
    let items = 0;
    for (let start = at; start >= 0; start = afterComma(bytes, end)) {
      const stop = this.#plain.read(start);
      if (stop < 0) break;
      this.#takePlain(bytes, start, stop);
      end = stop;
      items += 1;
    }
    return items === 0 ? undefined : { items, end };
  }

  #takePlain(bytes: Buffer, start: number, end: number): void {
    const order = this.#plain;
    if (this.#orders < sampleSize) this.#sample.push(JSON.parse(bytes.toString('latin1', start, end)));
    this.#orders += 1;
    this.#objects += 1;
    this.#take(order.fields);
    this.#fieldsThatFit |= order.fields;
    if ((order.fields & fieldBits.id) !== 0) this.#ids.add(order.id);
    const other = order.dateForm !== this.#dateForm && (order.fields & fieldBits.shipDate) !== 0;
    if (other) this.#addDateForm(order.dateForm);
  }

  #read(item: JsonNode): void {
    const index = this.#orders;
    this.#orders += 1;
    if (index < sampleSize) this.#sample.push(plainValue(item));
    if (item.kind !== 'object') {
      this.#faults.add('R07', [index], item, 'an Order object');
      return;
    }
    this.#objects += 1;
    let fields = 0;
    for (const { name, value } of lastMembers(item)) {
      const field = byName.get(name);
      if (field === undefined) this.#undocumented(name, value, index);
      else fields |= this.#field(field, value, index);
    }
    this.#take(fields);
  }

  #take(fields: number): void {
    this.#fieldsInAny |= fields;
    this.#fieldsInAll &= fields;
  }

  /** Gives the bit of the field. */
  #field(field: OrderField, value: JsonNode, index: number): number {
    const bit = fieldBits[field.name];
    if (field.fits(value)) this.#fieldsThatFit |= bit;
    else this.#wrongType(field, value, index);
    if (!field.fits(value)) return bit;
    if (value.kind === 'string') this.#shipDate(value, index);
    if (value.kind === 'number' && field.name !== 'quantity') this.#int64(field, value, index);
    return bit;
  }

  #int64({ name }: OrderField, value: JsonNode & { kind: 'number' }, index: number): void {
    const integer = readIntegerToken(value.text);
    if (integer.kind !== 'int64')
      this.#faults.add('R09', [index, name], value, 'an integer from -2^63 to 2^63-1');
    else if (name === 'id') this.#ids.add(integer.value);
  }

  #shipDate(value: JsonNode & { kind: 'string' }, index: number): void {
    this.#addDateForm(dateTimeForm(value.value));
    if (isDateTime(value.value)) return;
    this.#faults.add('R10', [index, 'shipDate'], value, 'a date-time like 2026-01-20T10:00:00Z');
  }

  #addDateForm(form: DateTimeForm): void {
    this.#dateForm = form;
    this.#dateForms.add(form);
  }

  #wrongType({ name, expected }: OrderField, value: JsonNode, index: number): void {
    const instead =
      value.kind === 'literal' && value.value === null ? `${expected}, or no ${name}` : expected;
    const kind = value.kind === 'number' ? 'a fraction' : kindInWords(value);
    this.#faults.add('R08', [index, name], value, `${instead}, not ${kind}`);
  }

  /** Each name is told once. */
  #undocumented(name: string, value: JsonNode, index: number): void {
    if (this.#otherFields.has(name)) return;
    if (this.#otherFields.size < maxNames) this.#otherFields.add(name);
    this.#faults.add(
      'R12',
      [index, name],
      value,
      'the fields id, petId, quantity, shipDate and complete alone',
    );
  }
}

/** Where the item after the comma begins that follows `end`; -1 where none follows. */
function afterComma(bytes: Buffer, end: number): number {
  const at = afterSpace(bytes, end);
  return bytes[at] === comma ? afterSpace(bytes, at + 1) : -1;
}
