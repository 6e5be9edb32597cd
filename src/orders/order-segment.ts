import type { OrderSegment, PlacedOrder } from './order-store.ts';

/** Orders as one segment of a list that is made at once and never changes; both its revisions are the one given. */
export function segmentOf(orders: readonly PlacedOrder[], revision: number): OrderSegment {
  return {
    orders,
    statuses: orders.map(({ status }) => status),
    fieldsRevision: revision,
    statusRevision: revision,
  };
}
