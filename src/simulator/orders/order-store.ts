import type { decideCancel, decideShip, Order, OrderStatus } from './order.ts';

export type PlacedOrder = {
  readonly order: Order;
  readonly status: OrderStatus;
  /** Whether an earlier order has the same id: the list shows both, and the id finds the earlier one. */
  readonly repeatsId?: boolean;
};

export type CancelOutcome = { readonly kind: ReturnType<typeof decideCancel> | 'unknown' };

export type ShipOutcome =
  | { readonly kind: ReturnType<typeof decideShip>; readonly order: Order }
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

export function* ordersOf({ segments }: OrderList): Generator<PlacedOrder> {
  for (const { orders } of segments) yield* orders;
}

export function countOrders(segments: OrderList['segments']): number {
  return segments.reduce((sum, { statuses }) => sum + statuses.length, 0);
}
