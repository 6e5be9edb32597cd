import type { OrderList } from '../judge/judgement.ts';

type ReadList = Extract<OrderList, { kind: 'read' }>;

/**
 * Whether two lists show the same orders, in whatever sequence. Fields may come and go (they are optional), so orders
 * are told apart by id, and where an id is missing by their number alone.
 */
export function sameOrders(one: ReadList, other: ReadList): boolean {
  if (one.orders !== other.orders) return false;
  return one.withoutId > 0 || other.withoutId > 0 || one.ids.equals(other.ids);
}
