import type { Order, OrderStatus } from './order.ts';

export type PlacedOrder = {
  readonly order: Order;
  readonly status: OrderStatus;
  /** Whether an earlier order has the same id: the list shows both, and the id finds the earlier one. */
  readonly repeatsId?: boolean;
};

/** The outcome of a cancel. `sequence` numbers the changes of a store: a smaller one took effect earlier. */
export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly sequence: number }
  | { readonly kind: 'already-shipped' }
  | { readonly kind: 'already-cancelled' }
  | { readonly kind: 'unknown' };

export type ShipOutcome =
  | { readonly kind: 'shipped'; readonly order: Order; readonly sequence: number }
  | { readonly kind: 'already-shipped'; readonly order: Order }
  | { readonly kind: 'already-cancelled'; readonly order: Order }
  | { readonly kind: 'unknown' };

/** Every order of a store, in segments, with revisions so that bytes made from it can be kept. */
export type OrderList = {
  readonly segments: readonly OrderSegment[];
  /** Two lists of one store with the same revision are equal. */
  readonly revision: number;
  /** Two lists of one store with the same fields revision differ at most in the status of orders. */
  readonly fieldsRevision: number;
};

/** A run of neighbouring orders of the list. */
export type OrderSegment = {
  /** In the order of placement, with their current status. */
  readonly orders: readonly PlacedOrder[];
  /** The statuses of `orders`; often cheaper to read. */
  readonly statuses: readonly OrderStatus[];
  /** The same orders as JSON, if the store keeps them so. */
  readonly text?: OrderText | undefined;
  /** Changes when an order is added or removed, or when a field of one changes. */
  readonly fieldsRevision: number;
  /** Changes when the status of an order changes. */
  readonly statusRevision: number;
};

export type OrderText = {
  /** The orders, each after a comma, with the fields of the specification in its order. */
  readonly bytes: Buffer;
  /** The end offset of each order in `bytes`. */
  readonly ends: Uint32Array;
  /** Whether every ship date is in UTC and whole seconds. */
  readonly utcSeconds: boolean;
};

/** Makes a list of one segment that never changes. */
export function fixedList(orders: readonly PlacedOrder[], revision = 1): OrderList {
  return { segments: [fixedSegment(orders, revision)], revision, fieldsRevision: revision };
}

/** Copies orders to a list that never changes: a store changes its own list in place. */
export function copyList(orders: Iterable<PlacedOrder>): OrderList {
  return fixedList(Array.from(orders, ({ order, status }) => ({ order, status })));
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

export function* ordersOf({ segments }: OrderList): Generator<PlacedOrder> {
  for (const { orders } of segments) yield* orders;
}
