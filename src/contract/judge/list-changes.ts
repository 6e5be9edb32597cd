import { type JsonNode, lastMembers, readIntegerToken } from './json-node.ts';
import { fieldBits, type OrderPlace } from './list-survey.ts';
import { missingFrom, type ReadList } from './order-list.ts';
import { readStrictJson } from './strict-json.ts';

export type FieldChange = {
  readonly id: bigint;
  readonly field: string;
  readonly before: string;
  readonly after: string;
};

/** What differs between two lists beyond what the gaps allow. */
export type ListChanges = {
  /** The orders that the later list does not have; none if orders in it lack their ids, which the gaps allow. */
  readonly gone: readonly bigint[];
  readonly rewritten: readonly FieldChange[];
  readonly added: boolean;
};

const maxRewritten = 100;

/**
 * Compares two lists, except for the orders in `own`. The sequence of the orders, fields that only one list has, null,
 * undocumented fields, and the form of numbers and dates do not matter: the gaps allow all of them to vary.
 */
export function changesBetween(
  before: ReadList,
  after: ReadList,
  own: ReadonlySet<bigint> = new Set(),
): ListChanges {
  if (before.body.equals(after.body)) return { gone: [], rewritten: [], added: false };
  const isOther = (id: bigint): boolean => !own.has(id);
  const rewritten: FieldChange[] = [];
  for (const [id, place] of before.ids) {
    const now = after.ids.get(id);
    if (now !== undefined && isOther(id)) rewritten.push(...changedFields(id, before, place, after, now));
    if (rewritten.length >= maxRewritten) break;
  }
  return {
    gone: after.withoutId > 0 ? [] : missingFrom(before, after).filter(isOther),
    rewritten,
    added: before.withoutId === 0 && missingFrom(after, before).some(isOther),
  };
}

function changedFields(
  id: bigint,
  before: ReadList,
  place: OrderPlace,
  after: ReadList,
  now: OrderPlace,
): readonly FieldChange[] {
  const [was, is] = [before.body.subarray(place.start, place.end), after.body.subarray(now.start, now.end)];
  if (was.equals(is)) return [];
  const [one, other] = [fieldsOf(was), fieldsOf(is)];
  return Object.keys(fieldBits).flatMap((field) => {
    const [old, fresh] = [one.get(field), other.get(field)];
    if (old === undefined || fresh?.kind !== old.kind || sameValue(old, fresh)) return [];
    return [{ id, field, before: written(old), after: written(fresh) }];
  });
}

function fieldsOf(order: Buffer): ReadonlyMap<string, JsonNode> {
  const { root } = readStrictJson(order);
  const members = root?.kind === 'object' ? lastMembers(root) : [];
  return new Map(
    members.flatMap(({ name, value }) =>
      value.kind === 'literal' && value.value === null ? [] : [[name, value]],
    ),
  );
}

/** Two dates are the same within a second: their forms differ in the digits of a second. */
function sameValue(one: JsonNode, other: JsonNode): boolean {
  if (one.kind === 'string' && other.kind === 'string') {
    const apart = Math.abs(Date.parse(one.value.toUpperCase()) - Date.parse(other.value.toUpperCase()));
    return one.value === other.value || !(apart >= 1000);
  }
  return written(one) === written(other);
}

function written(node: JsonNode): string {
  if (node.kind === 'string') return node.value.slice(0, 100);
  if (node.kind === 'literal') return String(node.value);
  if (node.kind !== 'number') return node.kind;
  const integer = readIntegerToken(node.text);
  return integer.kind === 'int64' ? String(integer.value) : node.text.slice(0, 100);
}
