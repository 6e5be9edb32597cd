import { kindInWords } from './json-node.ts';
import type { OrderIds, SurveyList } from './list-survey.ts';

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
