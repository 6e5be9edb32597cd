import type { OrderList, OrderSegment, PlacedOrder } from '../../../src/simulator/orders/order-store.ts';

/** Makes a list of one segment that never changes. */
export function fixedList(orders: readonly PlacedOrder[], revision = 1): OrderList {
  return { segments: [fixedSegment(orders, revision)], revision, fieldsRevision: revision };
}

/** Makes a segment that never changes; both of its revisions are the given one. */
export function fixedSegment(orders: readonly PlacedOrder[], revision: number): OrderSegment {
  return {
    orders,
    statuses: orders.map(({ status }) => status),
    fieldsRevision: revision,
    statusRevision: revision,
  };
}
