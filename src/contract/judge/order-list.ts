import { kindInWords } from './json-node.ts';
import { fieldBits, type OrderIds, type OrderPlace, type SurveyList } from './list-survey.ts';

export type OrderList =
  /** `ids` has the exact id of each order; `withoutId` counts the orders without an int64 id. */
  | {
      readonly kind: 'read';
      readonly body: Buffer;
      readonly orders: number;
      readonly ids: OrderIds;
      readonly withoutId: number;
    }
  /** Not a JSON array: `why` is a clause. */
  | { readonly kind: 'unreadable'; readonly why: string };

export type ReadList = Extract<OrderList, { kind: 'read' }>;

/** Reads the body of a list response. An undefined body is unreadable. */
export type ReadOrderList = (body: Buffer | undefined) => OrderList;

/**
 * Makes a reader of the ids in a list of orders, each with exactly its digits. It reads past faults that leave the list
 * readable (a byte order mark, duplicate members, orders with wrong fields): the judge reports those.
 */
export function orderListReader(survey: SurveyList): ReadOrderList {
  return (body): OrderList => {
    if (body === undefined) return { kind: 'unreadable', why: 'its content is damaged' };
    const { text, orders, ids, withId } = survey(body);
    if (text.root === undefined) {
      const flaw = text.flaws.at(-1);
      return { kind: 'unreadable', why: `it is not JSON${flaw === undefined ? '' : `: ${flaw.what}`}` };
    }
    if (text.root.kind !== 'array')
      return { kind: 'unreadable', why: `it is ${kindInWords(text.root)}, not an array` };
    return { kind: 'read', body, orders, ids, withoutId: orders - withId };
  };
}

/**
 * Returns whether two lists have the same orders, in any order. Compares ids only, because the other fields are
 * optional and may change; if an id is missing, it compares the number of orders.
 */
export function sameOrders(one: ReadList, other: ReadList): boolean {
  if (one.orders !== other.orders) return false;
  return one.withoutId > 0 || other.withoutId > 0 || missingFrom(one, other).length === 0;
}

export function missingFrom(list: Pick<ReadList, 'ids'>, other: Pick<ReadList, 'ids'>): readonly bigint[] {
  return list.ids === other.ids ? [] : [...list.ids.keys()].filter((id) => !other.ids.has(id));
}

export function hasDouble({ ids }: Pick<ReadList, 'ids'>, id: bigint): boolean {
  const double = Number(id);
  return (
    ids.has(id) || (!Number.isSafeInteger(double) && [...ids.keys()].some((one) => Number(one) === double))
  );
}

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
