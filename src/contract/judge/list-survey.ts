import { skipSpace } from '../../json/json-bytes.ts';
import type { Skipped } from '../../json/strict-json.ts';
import { readDateTime } from '../../text/date-time.ts';
import type { RuleId } from '../rules/rules.ts';
import { type DateTimeForm, dateTimeForm, isDateTime } from './date-time.ts';
import { PlainOrders } from './fast-path/plain-orders.ts';
import { type ListFault, ListFaults } from './findings.ts';
import { type JsonNode, kindInWords, lastMembers, plainValue, readIntegerToken } from './json-node.ts';
import { fieldOf, forEachOrder } from './list-changes.ts';
import { fieldBits, type OrderField, orderFields } from './order-fields.ts';
import { IdColumn, type OrderIds } from './order-ids.ts';
import { type JsonText, readStrictJson } from './strict-json.ts';

/** Everything the checker needs to know about the body of a list, from one pass over its bytes. */
export type ListSurvey = Readonly<Surveyor>;

/** Surveys the body of a list. The same buffer must always have the same content. */
export type SurveyList = (body: Buffer) => ListSurvey;

const sampleSize = 1000;
const sampleBytes = 1024 ** 2;
const maxNames = 1000;
const comma = 0x2c;
const onlyFields = 'only the fields id, petId, quantity, shipDate and complete';
const byName: ReadonlyMap<string, OrderField> = new Map(orderFields.map((field) => [field.name, field]));

/** Returns the letters by which `ShipDate` and `ship_date` are `shipDate`. */
function lettersOf(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

const byLetters: ReadonlyMap<string, string> = new Map(
  orderFields.map(({ name }) => [lettersOf(name), name]),
);

export const surveyList: SurveyList = (body) => new Surveyor(body, 'fast');

/** Surveys a list without the fast path, to compare the results. */
export const surveyStrictly: SurveyList = (body) => new Surveyor(body, 'strict');

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
  /** The exact id of every order that has an int64. */
  readonly ids: OrderIds;
  /** Whether no id is smaller than the one before it. */
  readonly rising: boolean;
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
  readonly #faults = new ListFaults();
  readonly #body: Buffer;
  readonly #plain: PlainOrders;
  readonly #ids = new IdColumn();

  constructor(body: Buffer, way: 'fast' | 'strict') {
    this.#body = body;
    this.#plain = new PlainOrders(body);
    const read = (item: JsonNode) => this.#read(item);
    const skip = (at: number) => this.#skipPlain(at);
    this.text = readStrictJson(body, way === 'fast' ? { skip, read } : { read });
    const { root } = this.text;
    if (root !== undefined && root.kind !== 'array') this.#faults.add('R07', [], root, 'an array of orders');
    this.ids = this.#ids.toOrderIds();
    this.rising = this.#ids.rising;
    if (this.ids.repeats) addRepeatedIds(body, this.#faults);
    this.faults = this.#faults.kept.toSorted((one, other) => one.start - other.start);
    this.counts = this.#faults.counts;
  }

  /** Reads consecutive plain orders, from the one at an offset on. */
  #skipPlain(at: number): Skipped | undefined {
    let end = -1;
    let items = 0;
    for (let start = at; start >= 0; start = nextItem(this.#body, end)) {
      const stop = this.#plain.read(start);
      if (stop < 0) break;
      this.#addPlain(start, stop);
      end = stop;
      items += 1;
    }
    return items === 0 ? undefined : { items, end };
  }

  #addPlain(start: number, end: number): void {
    const order = this.#plain;
    if (this.orders < sampleSize && end <= sampleBytes)
      this.sample.push(JSON.parse(this.#body.toString('latin1', start, end)));
    this.orders += 1;
    this.objects += 1;
    this.#addFields(order.fields);
    this.fieldsThatFit |= order.fields;
    if ((order.fields & fieldBits.id) !== 0) this.#ids.add(order.id);
    if ((order.fields & fieldBits.shipDate) !== 0) this.dateForms.add(order.dateForm);
  }

  #read(item: JsonNode): void {
    const index = this.orders;
    this.orders += 1;
    if (index < sampleSize && item.end <= sampleBytes) this.sample.push(plainValue(item));
    if (item.kind !== 'object') {
      this.#faults.add('R07', [index], item, 'an Order object');
      return;
    }
    this.objects += 1;
    let fields = 0;
    for (const { name, value } of lastMembers(item)) {
      const field = byName.get(name);
      if (field === undefined) this.#undocumented(name, value, index);
      else fields |= this.#field(field, value, index);
    }
    this.#addFields(fields);
  }

  #addFields(fields: number): void {
    this.fieldsInAny |= fields;
    this.fieldsInAll &= fields;
  }

  #field(field: OrderField, value: JsonNode, index: number): number {
    const bit = fieldBits[field.name];
    if (!field.fits(value)) {
      this.#wrongType(field, value, index);
      return bit;
    }
    this.fieldsThatFit |= bit;
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
    this.dateForms.add(dateTimeForm(value.value));
    if (isDateTime(value.value)) return;
    const form = readDateTime(value.value).kind === 'malformed' ? '' : '; RFC 3339 has a colon in the offset';
    this.#faults.add('R10', [index, 'shipDate'], value, `a date-time like 2026-01-20T10:00:00Z${form}`);
  }

  #wrongType({ name, expected }: OrderField, value: JsonNode, index: number): void {
    const instead =
      value.kind === 'literal' && value.value === null ? `${expected}, or no ${name}` : expected;
    const kind = value.kind === 'number' ? 'a fraction' : kindInWords(value);
    this.#faults.add('R08', [index, name], value, `${instead}, not ${kind}`);
  }

  /** Each name is reported only once. */
  #undocumented(name: string, value: JsonNode, index: number): void {
    if (this.otherFields.has(name)) return;
    const isFew = this.otherFields.size < maxNames;
    if (isFew) this.otherFields.add(name);
    const meant = isFew ? byLetters.get(lettersOf(name)) : undefined;
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    this.#faults.add('R12', [index, name], value, onlyFields + hint);
  }
}

/** The offset of the item after the comma that follows `end`, or -1 if there is no comma. */
function nextItem(bytes: Buffer, end: number): number {
  const at = skipSpace(bytes, end);
  return bytes[at] === comma ? skipSpace(bytes, at + 1) : -1;
}

/** R11: adds the place of every id that an earlier order has. Reads the list again, since few lists have any. */
function addRepeatedIds(body: Buffer, faults: ListFaults): void {
  const places = new Map<bigint, number>();
  forEachOrder(body, (id, order, index) => {
    const first = places.get(id);
    if (first === undefined) places.set(id, index);
    else
      faults.add('R11', [index, 'id'], fieldOf(order, 'id') ?? order, `an id other than that of /${first}`);
  });
}
