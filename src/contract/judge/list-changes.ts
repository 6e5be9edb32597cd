import { type JsonNode, lastMembers, readIntegerToken } from './json-node.ts';
import { orderFields } from './order-fields.ts';
import { missingFrom, type ReadList } from './order-list.ts';
import { readStrictJson } from './strict-json.ts';

/** A field of an order that two lists show with different values. */
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
  /** At most 100. */
  readonly rewritten: readonly FieldChange[];
  /** Whether the later list has an order that the earlier one lacks. */
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
  if (before.body === after.body || before.body.equals(after.body))
    return { gone: [], rewritten: [], added: false };
  const isOther = (id: bigint): boolean => !own.has(id);
  return {
    gone: after.withoutId > 0 ? [] : missingFrom(before, after).filter(isOther),
    rewritten: rewrittenBetween(before, after, isOther),
    added: before.withoutId === 0 && missingFrom(after, before).some(isOther),
  };
}

type ObjectNode = JsonNode & { readonly kind: 'object' };

/** Reads only the orders whose bytes differ. */
function rewrittenBetween(
  before: ReadList,
  after: ReadList,
  isOther: (id: bigint) => boolean,
): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [id, place] of before.ids) {
    const now = after.ids.get(id);
    if (now === undefined || !isOther(id)) continue;
    const [was, is] = [before.body.subarray(place.start, place.end), after.body.subarray(now.start, now.end)];
    if (was.equals(is)) continue;
    const [one, other] = [readStrictJson(was).root, readStrictJson(is).root];
    if (one?.kind === 'object' && other?.kind === 'object') changes.push(...changedFields(id, one, other));
    if (changes.length >= maxRewritten) break;
  }
  return changes;
}

function fieldOf(order: ObjectNode, name: string): JsonNode | undefined {
  return lastMembers(order).find((member) => member.name === name)?.value;
}

function changedFields(id: bigint, before: ObjectNode, after: ObjectNode): readonly FieldChange[] {
  return orderFields.flatMap(({ name, fits }) => {
    const [one, other] = [fieldOf(before, name), fieldOf(after, name)];
    if (one === undefined || other === undefined || !fits(one) || !fits(other)) return [];
    return sameValue(one, other) ? [] : [{ id, field: name, before: written(one), after: written(other) }];
  });
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
