import { fieldBits, type OrderPlace } from './list-survey.ts';
import { missingFrom, type ReadList } from './order-list.ts';

/** What a list must still have, `order 7 in the list` or `the petId of order 7`, and what it has instead. */
export type OrderChange = { readonly id: bigint; readonly unchanged: string; readonly got: string };

const maxRewritten = 100;

/**
 * Returns what differs between two lists beyond what the gaps allow, except for the orders in `own`. The sequence of the orders, fields
 * that only one list has, null, undocumented fields, and the form of numbers and dates do not matter. If orders lack their
 * ids, which the gaps allow, none is missing.
 */
export function changesBetween(before: ReadList, after: ReadList, own: ReadonlySet<bigint> = new Set()) {
  if (before.body.equals(after.body)) return { changes: [], isLonger: false };
  const isOther = (id: bigint): boolean => !own.has(id);
  const changes: OrderChange[] = [];
  for (const [id, place] of before.ids) {
    const now = after.ids.get(id);
    if (now !== undefined && isOther(id)) changes.push(...changedFields(id, before, place, after, now));
    if (changes.length >= maxRewritten) break;
  }
  const gone = after.withoutId > 0 ? [] : missingFrom(before, after).filter(isOther);
  changes.unshift(
    ...gone.map((id) => ({ id, unchanged: `order ${id} in the list`, got: 'a list without it' })),
  );
  return { changes, isLonger: before.withoutId === 0 && missingFrom(after, before).some(isOther) };
}

function changedFields(
  id: bigint,
  before: ReadList,
  place: OrderPlace,
  after: ReadList,
  now: OrderPlace,
): readonly OrderChange[] {
  const [was, is] = [before.body.subarray(place.start, place.end), after.body.subarray(now.start, now.end)];
  if (was.equals(is)) return [];
  const [one, other] = [was, is].map((order): Record<string, unknown> => JSON.parse(order.toString()));
  return Object.keys(fieldBits).flatMap((field) => {
    const [old, fresh] = [one?.[field], other?.[field]];
    if (!isRewritten(old, fresh)) return [];
    const got = `${String(fresh).slice(0, 100)} instead of ${String(old).slice(0, 100)}`;
    return [{ id, unchanged: `the ${field} of order ${id}`, got }];
  });
}

function isRewritten(old: unknown, fresh: unknown): boolean {
  if (old === fresh || typeof old === 'object' || typeof old !== typeof fresh) return false;
  // Two dates are the same within a second: their forms differ in the digits of a second.
  const [then, now] = [old, fresh].map((value) => Date.parse(String(value).toUpperCase()));
  return typeof old !== 'string' || Math.abs(Number(then) - Number(now)) >= 1000;
}
