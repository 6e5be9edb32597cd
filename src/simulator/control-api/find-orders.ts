import { inSlices } from '../../in-slices.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { OrderSegment, PlacedOrder } from '../orders/order-store.ts';

type OrderQuery = {
  readonly status?: OrderStatus | undefined;
  /** The beginning of the text of the id; empty matches orders without an id too. */
  readonly id: string;
  /** How many matching orders to leave out first. */
  readonly offset: number;
  /** Default: no limit. */
  readonly limit?: number | undefined;
};

/**
 * Finds a part of the orders that match, in the order of placement, and the number of all of them. Orders outside the part are counted without parsing them, unless the ids must be
 * compared, so that a client can show a part of 100,000 orders.
 */
export async function findOrders(
  segments: readonly OrderSegment[],
  { status, id, offset, limit = Number.POSITIVE_INFINITY }: OrderQuery,
) {
  const orders: PlacedOrder[] = [];
  let total = 0;
  for await (const segment of inSlices(segments)) {
    const matching = id === '' ? countMatching(segment.statuses, status) : undefined;
    const first = offset - total;
    if (matching !== undefined && (first >= matching || orders.length >= limit)) {
      total += matching;
      continue;
    }
    const found = segment.orders.filter(
      (placed) =>
        (status === undefined || placed.status === status) &&
        (id === '' || `${placed.order.id ?? ''}`.startsWith(id)),
    );
    orders.push(...found.slice(Math.max(first, 0)).slice(0, limit - orders.length));
    total += found.length;
  }
  return { orders, total };
}

function countMatching(statuses: readonly OrderStatus[], status: OrderStatus | undefined): number {
  if (status === undefined) return statuses.length;
  return statuses.reduce((sum, one) => (one === status ? sum + 1 : sum), 0);
}
