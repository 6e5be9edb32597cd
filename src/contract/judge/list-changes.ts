import { fieldBits, type OrderPlace } from './list-survey.ts';
import { missingFrom, type ReadList } from './order-list.ts';

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
  const [one, other] = [was, is].map((order): Record<string, unknown> => JSON.parse(order.toString()));
  return Object.keys(fieldBits).flatMap((field) => {
    const [old, fresh] = [one?.[field], other?.[field]];
    return isRewritten(old, fresh) ? [{ id, field, before: shown(old), after: shown(fresh) }] : [];
  });
}

function isRewritten(old: unknown, fresh: unknown): boolean {
  if (old === fresh || typeof old === 'object' || typeof old !== typeof fresh) return false;
  // Two dates are the same within a second: their forms differ in the digits of a second.
  const [then, now] = [old, fresh].map((value) => Date.parse(String(value).toUpperCase()));
  return typeof old !== 'string' || Math.abs(Number(then) - Number(now)) >= 1000;
}

function shown(value: unknown): string {
  return String(value).slice(0, 100);
}
