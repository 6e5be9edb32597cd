import type { OrderList, OrderSegment, PlacedOrder } from '../order-store.ts';

/** Orders as one segment of a list that is made at once and never changes; both its revisions are the one given. */
export function segmentOf(orders: readonly PlacedOrder[], revision: number): OrderSegment {
  return {
    orders,
    statuses: orders.map(({ status }) => status),
    fieldsRevision: revision,
    statusRevision: revision,
  };
}

/** Segments as a list that is made at once and never changes. */
export function listOf(segments: readonly OrderSegment[], revision: number): OrderList {
  return { segments, revision, fieldsRevision: revision };
}
