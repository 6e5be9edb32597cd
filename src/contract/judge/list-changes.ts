import { type JsonNode, lastMembers, readIntegerToken } from './json-node.ts';
import { orderFields } from './order-fields.ts';
import type { OrderIds } from './order-ids.ts';
import { readStrictJson } from './strict-json.ts';

export type ComparableList = {
  readonly body: Buffer;
  readonly orders: number;
  readonly ids: OrderIds;
  readonly withoutId: number;
};

/** A field of an order that two lists show with different values. */
export type FieldChange = {
  readonly id: bigint;
  readonly field: string;
  readonly before: string;
  readonly after: string;
};

/** What differs between two lists beyond what the gaps allow. */
export type ListChanges = {
  /** The orders that the later list does not have. */
  readonly gone: readonly bigint[];
  /** The least number of orders that are gone; larger than `gone` if orders have no id. */
  readonly fewer: number;
  /** At most 100. */
  readonly rewritten: readonly FieldChange[];
  /** Whether the later list has more orders. */
  readonly added: boolean;
};

const maxRewritten = 100;

/**
 * Compares two lists, except for the orders in `own`. The sequence of the orders, fields that only one list has, null,
 * undocumented fields, and the form of numbers and dates do not matter: the gaps allow all of them to vary.
 */
export function changesBetween(
  before: ComparableList,
  after: ComparableList,
  own: ReadonlySet<bigint> = new Set(),
): ListChanges {
  if (before.body === after.body || before.body.equals(after.body))
    return { gone: [], fewer: 0, rewritten: [], added: false };
  const isOther = (id: bigint): boolean => !own.has(id);
  const missing = before.ids.missingFrom(after.ids).filter(isOther);
  const added = after.ids.missingFrom(before.ids).filter(isOther);
  const others = ({ orders, ids }: ComparableList): number =>
    orders - [...own].filter((id) => ids.has(id)).length;
  // An order that is missing may be one of those without an id.
  const fewer = Math.max(0, missing.length - after.withoutId, others(before) - others(after));
  return {
    gone: after.withoutId === 0 ? missing : [],
    fewer,
    rewritten: rewrittenBetween(before.body, after.body, isOther),
    added: added.length > before.withoutId || others(after) > others(before),
  };
}

/**
 * Returns the first differences of fields between any of some earlier and any of some later lists. One list may leave out
 * fields that another one shows: the gap `optional-fields`.
 */
export function firstRewritten(
  earlier: readonly ComparableList[],
  later: readonly ComparableList[],
  own: ReadonlySet<bigint>,
): readonly FieldChange[] {
  for (const before of withoutRepeats(earlier))
    for (const after of withoutRepeats(later)) {
      const { rewritten } = changesBetween(before, after, own);
      if (rewritten.length > 0) return rewritten;
    }
  return [];
}

function withoutRepeats(lists: readonly ComparableList[]): readonly ComparableList[] {
  return lists.filter(({ body }, index) => !lists.slice(0, index).some((other) => other.body.equals(body)));
}

export function isDamage({ gone, fewer, rewritten }: ListChanges): boolean {
  return gone.length > 0 || fewer > 0 || rewritten.length > 0;
}

type ObjectNode = JsonNode & { readonly kind: 'object' };

function rewrittenBetween(
  before: Buffer,
  after: Buffer,
  isOther: (id: bigint) => boolean,
): readonly FieldChange[] {
  const places = new Map<bigint, readonly [start: number, end: number]>();
  forEachOrder(before, (id, { start, end }) => {
    if (isOther(id)) places.set(id, [start, end]);
  });
  const changes: FieldChange[] = [];
  forEachOrder(after, (id, order) => {
    const place = places.get(id);
    if (place === undefined || changes.length >= maxRewritten) return;
    const text = before.subarray(...place);
    if (text.equals(after.subarray(order.start, order.end))) return;
    const { root } = readStrictJson(text);
    if (root?.kind === 'object') changes.push(...changedFields(id, root, order));
  });
  return changes;
}

/** Visits each order that has an int64 id. */
export function forEachOrder(
  list: Buffer,
  visit: (id: bigint, order: ObjectNode, index: number) => void,
): void {
  let index = -1;
  readStrictJson(list, {
    read: (item) => {
      index += 1;
      const node = item.kind === 'object' ? fieldOf(item, 'id') : undefined;
      const id = node?.kind === 'number' ? readIntegerToken(node.text) : undefined;
      if (item.kind === 'object' && id?.kind === 'int64') visit(id.value, item, index);
    },
  });
}

export function fieldOf(order: ObjectNode, name: string): JsonNode | undefined {
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
