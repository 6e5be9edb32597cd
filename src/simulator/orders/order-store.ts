import type { MaybePromise } from '../../shared/maybe-promise.ts';
import type { Order, OrderStatus } from './order.ts';

/** An order with its state, as it is placed into a store. */
export type PlacedOrder = { readonly order: Order; readonly status: OrderStatus };

/** Orders as text. */
export type OrderText = {
  /** Each as `orderText` writes it, behind a comma. */
  readonly bytes: Buffer;
  /** Where each ends in `bytes`. */
  readonly ends: Uint32Array;
  /** Whether every ship date is in UTC and whole seconds. */
  readonly utcSeconds: boolean;
};

/** A run of neighbouring orders of the list. Its revisions change with it, so that bytes made from it can be kept. */
export type OrderSegment = {
  /** In the order of placing, with the status that each has now. */
  readonly orders: readonly PlacedOrder[];
  /** The statuses of `orders`, which can often be told for less. */
  readonly statuses: readonly OrderStatus[];
  /** The same orders as text, where they are kept so. */
  readonly text?: OrderText | undefined;
  /** Changes when an order joins, leaves or changes a field: anything a list can show. */
  readonly fieldsRevision: number;
  /** Changes when the status of an order changes. */
  readonly statusRevision: number;
};

/** Every order of a store, in segments. */
export type OrderList = {
  readonly segments: readonly OrderSegment[];
  /** Changes with anything: two lists of one store with the same revision are equal. */
  readonly revision: number;
  /** Changes with anything but statuses: two lists with the same one differ in nothing else. */
  readonly fieldsRevision: number;
};

/** What came of a cancel. `sequence` numbers the changes of one store: a smaller one took effect earlier. */
export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly sequence: number }
  | { readonly kind: 'already-shipped' }
  | { readonly kind: 'already-cancelled' }
  | { readonly kind: 'unknown' };

/** What came of a shipping. */
export type ShipOutcome =
  | { readonly kind: 'shipped'; readonly order: Order; readonly sequence: number }
  | { readonly kind: 'already-shipped'; readonly order: Order }
  | { readonly kind: 'already-cancelled'; readonly order: Order }
  | { readonly kind: 'unknown' };

/**
 * The orders of one environment. Every change is one atomic read, decision and write: whatever the concurrency, exactly
 * one cancel of an order is `cancelled`. What the service asks for with each request need not be a promise, since waiting
 * for what is there already costs a small answer a tenth of its time. Every implementation passes `test/simulator/orders/order-store-conformance.ts`.
 */
export interface OrderStore {
  /** Every order, placed first first. Spec 4.1: the whole set in one list. */
  list(): MaybePromise<OrderList>;
  /** The order with this id, or undefined. */
  get(id: bigint): Promise<PlacedOrder | undefined>;
  /** Cancels a pending order. Spec 4.2. */
  cancel(id: bigint): MaybePromise<CancelOutcome>;
  /** Ships a pending order; with `force` also a cancelled one. */
  ship(id: bigint, options?: { readonly force?: boolean }): Promise<ShipOutcome>;
  /** Places an order, or replaces the one with the same id where it stands. An order without id is always added. */
  put(placed: PlacedOrder): Promise<void>;
  /** Takes an order away; false where there is none. */
  remove(id: bigint): Promise<boolean>;
}
