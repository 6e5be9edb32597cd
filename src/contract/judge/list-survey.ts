import { readDateTime } from '../../text/date-time.ts';
import type { DataPath } from '../../text-place.ts';
import type { RuleId } from '../report.ts';
import { type DateTimeForm, dateTimeForm, isDateTime } from './date-time.ts';
import { maxFindings, type Place } from './findings.ts';
import { int64In, type JsonNode, lastMembers, nodeAt, plainValue, pointer } from './json-node.ts';
import type { ShapeFault } from './prism.ts';
import { type JsonText, readStrictJson } from './strict-json.ts';

/** Everything the checker needs to know about the body of a list, from one pass over its bytes. */
export type ListSurvey = Readonly<Surveyor>;

/** Where an order is in a list: its index and its bytes. */
export type OrderPlace = { readonly index: number; readonly start: number; readonly end: number };

export type OrderIds = ReadonlyMap<bigint, OrderPlace>;

/** Surveys the body of a list. The same buffer must always have the same content. */
export type SurveyList = (body: Buffer) => ListSurvey;

/** Judges the shape of a list of orders, or of what a service returned instead. */
export type JudgeList = (list: unknown) => readonly ShapeFault[];

export const fieldBits = { id: 1, petId: 2, quantity: 4, shipDate: 8, complete: 16 } as const;

export type FieldName = keyof typeof fieldBits;

/** So many orders are judged at once: a validator needs memory for each. */
const chunkSize = 10;
const maxNames = 1000;
const onlyFields = 'only the fields id, petId, quantity, shipDate and complete';

/** Creates a survey that reads each body once. Without `judge`, it says nothing about R07 and R08. */
export function createSurvey(judge: JudgeList = () => []): SurveyList {
  const known = new WeakMap<Buffer, ListSurvey>();
  return (body) => {
    const result = known.get(body) ?? new Surveyor(body, judge);
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
  /** Faults against R07 to R12, in the order of the text; at most 100 for each rule. */
  readonly faults: readonly (Place & { readonly rule: RuleId })[];
  /** The fields that all orders have, as a set of `fieldBits`. */
  fieldsInAll = -1;
  /** The ids and dates whose value has the right type in any order. */
  fieldsThatFit = 0;
  /** The names of undocumented fields, 1000 at most. */
  readonly otherFields = new Set<string>();
  readonly dateForms = new Set<DateTimeForm>();
  objects = 0;
  readonly #judge: JudgeList;
  readonly #faults: (Place & { readonly rule: RuleId })[] = [];
  readonly #counts = new Map<RuleId, number>();
  readonly #ids = new Map<bigint, OrderPlace>();
  #chunk: JsonNode[] = [];
  #repeats = 0;

  constructor(body: Buffer, judge: JudgeList) {
    this.#judge = judge;
    this.text = readStrictJson(body, (item) => this.#read(item));
    this.#judgeChunk();
    const { root } = this.text;
    if (root !== undefined && root.kind !== 'array')
      for (const { expected } of judge(plainValue(root))) this.#fault('R07', [], root, expected);
    this.ids = this.#ids;
    this.faults = this.#faults.toSorted((one, other) => one.start - other.start);
  }

  get withId(): number {
    return this.#ids.size + this.#repeats;
  }

  #fault(rule: RuleId, path: DataPath, { start, end }: JsonNode, expected: string): void {
    const before = this.#counts.get(rule) ?? 0;
    this.#counts.set(rule, before + 1);
    if (before < maxFindings) this.#faults.push({ rule, where: pointer(path), start, end, expected });
  }

  #judgeChunk(): void {
    const items = this.#chunk;
    const from = this.orders - items.length;
    this.#chunk = [];
    for (const { path, expected } of this.#judge(items.map(plainValue))) {
      const [at = '', ...rest] = path;
      const order = items[Number(at)];
      const node = order && nodeAt(order, rest);
      // R09 judges each digit of an id.
      if (node === undefined || (node.kind === 'number' && /^(?:id|petId)$/.test(rest[0] ?? ''))) continue;
      this.#fault(rest.length === 0 ? 'R07' : 'R08', [from + Number(at), ...rest], node, expected);
    }
  }

  #read(item: JsonNode): void {
    const index = this.orders;
    this.orders += 1;
    if (this.#chunk.push(item) === chunkSize) this.#judgeChunk();
    if (item.kind !== 'object') return;
    this.objects += 1;
    const place = { index, start: item.start, end: item.end };
    let fields = 0;
    for (const { name, value } of lastMembers(item)) {
      if (!Object.hasOwn(fieldBits, name)) {
        this.#undocumented(name, value, index);
        continue;
      }
      fields |= fieldBits[name as FieldName];
      if (name === 'shipDate' && value.kind === 'string') this.#shipDate(value, index);
      if ((name === 'id' || name === 'petId') && value.kind === 'number') this.#int64(name, value, place);
    }
    this.fieldsInAll &= fields;
  }

  /** R09, and R11: no earlier order has the id. */
  #int64(name: 'id' | 'petId', value: JsonNode & { kind: 'number' }, place: OrderPlace): void {
    this.fieldsThatFit |= fieldBits[name];
    const path = [place.index, name];
    const integer = int64In(value.text);
    if (integer === undefined) this.#fault('R09', path, value, 'an integer from -2^63 to 2^63-1');
    if (integer === undefined || name === 'petId') return;
    const first = this.#ids.get(integer);
    if (first === undefined) this.#ids.set(integer, place);
    else {
      this.#repeats += 1;
      this.#fault('R11', path, value, `an id other than that of /${first.index}`);
    }
  }

  #shipDate(value: JsonNode & { kind: 'string' }, index: number): void {
    this.fieldsThatFit |= fieldBits.shipDate;
    this.dateForms.add(dateTimeForm(value.value));
    if (isDateTime(value.value)) return;
    const form = readDateTime(value.value).kind === 'malformed' ? '' : '; RFC 3339 has a colon in the offset';
    this.#fault('R10', [index, 'shipDate'], value, `a date-time like 2026-01-20T10:00:00Z${form}`);
  }

  #undocumented(name: string, value: JsonNode, index: number): void {
    if (this.otherFields.has(name)) return;
    if (this.otherFields.size < maxNames) this.otherFields.add(name);
    this.#fault('R12', [index, name], value, onlyFields);
  }
}
