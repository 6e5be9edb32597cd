import type { OrderStatus } from '../orders/order.ts';
import type { PlacedOrder } from '../orders/order-store.ts';

type OrderQuery = {
  readonly status?: OrderStatus | undefined;
  /** The beginning of the text of the id; empty matches orders without an id too. */
  readonly id: string;
  /** How many matching orders to leave out first. */
  readonly offset: number;
  /** Default: no limit. */
  readonly limit?: number | undefined;
};

/** Finds a part of the orders that match, in the order of placement, and the number of all of them. */
export function findOrders(
  orders: readonly PlacedOrder[],
  { status, id, offset, limit = Number.POSITIVE_INFINITY }: OrderQuery,
) {
  const matching = orders.filter(
    (placed) =>
      (status === undefined || placed.status === status) &&
      (id === '' || `${placed.order.id ?? ''}`.startsWith(id)),
  );
  return { orders: matching.slice(offset, offset + limit), total: matching.length };
}
