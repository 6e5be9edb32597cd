import { randomUUID } from 'node:crypto';
import { decideCancel, decideShip, type Order, type OrderStatus } from './order.ts';

/** An order with its status. It never changes: a store replaces it. */
export type PlacedOrder = {
  readonly order: Order;
  readonly status: OrderStatus;
};

export type CancelOutcome = { readonly kind: ReturnType<typeof decideCancel> | 'unknown' };

export type ShipOutcome =
  | { readonly kind: ReturnType<typeof decideShip>; readonly order: Order }
  | { readonly kind: 'unknown' };

/** Every order of a store, in the order of placement. */
export type OrderList = {
  readonly orders: readonly PlacedOrder[];
  /** Differs from that of every other store. */
  readonly store: string;
  /** Two lists of one store with the same revision are equal. */
  readonly revision: number;
  /** Two lists of one store with the same fields revision differ at most in the status of orders. */
  readonly fieldsRevision: number;
};

/**
 * The orders of one environment. A change reads, decides and writes in one synchronous step, so it is atomic: of any number
 * of concurrent cancels of an order exactly one is `cancelled`.
 */
export class OrderStore {
  readonly #id = randomUUID();
  #orders: readonly PlacedOrder[];
  #places: ReadonlyMap<bigint, number>;
  /** The orders as an array of this store only, once it has changed one. */
  #own: PlacedOrder[] | undefined;
  readonly #added = new Set<bigint>();
  #revision = 0;
  #fieldsRevision = 0;
  #list: OrderList | undefined;

  constructor(placed: readonly PlacedOrder[] = []) {
    this.#orders = placed;
    this.#places = sharedPlacesOf(placed);
  }

  /**
   * Returns every order in the order of placement. Spec 4.1: the whole set in one list. The same list until the next change,
   * which may show in it.
   */
  list(): OrderList {
    const [revision, fieldsRevision] = [this.#revision, this.#fieldsRevision];
    if (this.#list?.revision !== revision)
      this.#list = { orders: this.#orders, store: this.#id, revision, fieldsRevision };
    return this.#list;
  }

  get(id: bigint): PlacedOrder | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#orders[place];
  }

  /** Whether an order with this id was added after the start. */
  wasAdded(id: bigint): boolean {
    return this.#added.has(id);
  }

  /** Cancels a pending order. Spec 4.2. */
  cancel(id: bigint): CancelOutcome {
    const placed = this.get(id);
    if (placed === undefined) return { kind: 'unknown' };
    const kind = decideCancel(placed.status);
    if (kind === 'cancelled') this.#replace(id, { ...placed, status: kind });
    return { kind };
  }

  /** Ships a pending order; with `force` also a cancelled one. */
  ship(id: bigint, options?: { readonly force?: boolean }): ShipOutcome {
    const placed = this.get(id);
    if (placed === undefined) return { kind: 'unknown' };
    const kind = decideShip(placed.status, options?.force ?? false);
    if (kind === 'shipped') this.#replace(id, { ...placed, status: kind });
    return { kind, order: placed.order };
  }

  /** Adds an order, or replaces the one with the same id in its place. An order without an id is always added. */
  put({ order, status }: PlacedOrder): void {
    const { id } = order;
    this.#fieldsRevision = this.#revision + 1;
    if (id !== undefined && this.#places.has(id)) {
      this.#replace(id, { order, status });
      return;
    }
    this.#revision++;
    const place = this.#ownOrders().push({ order, status }) - 1;
    if (id === undefined) return;
    this.#places = new Map(this.#places).set(id, place);
    this.#added.add(id);
  }

  /** Removes an order. Returns false if there is none with this id. */
  remove(id: bigint): boolean {
    const place = this.#places.get(id);
    if (place === undefined) return false;
    this.#fieldsRevision = ++this.#revision;
    const orders = this.#ownOrders();
    orders.splice(place, 1);
    this.#places = placesOf(orders);
    return true;
  }

  #replace(id: bigint, placed: PlacedOrder): void {
    this.#revision++;
    const place = this.#places.get(id);
    if (place !== undefined) this.#ownOrders()[place] = placed;
  }

  #ownOrders(): PlacedOrder[] {
    this.#own ??= [...this.#orders];
    this.#orders = this.#own;
    return this.#own;
  }
}

// biome-ignore lint/plugin: the places of orders that never change
const shared = new WeakMap<readonly PlacedOrder[], ReadonlyMap<bigint, number>>();

/** Environments that start with the same orders share their places too. */
function sharedPlacesOf(orders: readonly PlacedOrder[]): ReadonlyMap<bigint, number> {
  const places = shared.get(orders) ?? placesOf(orders);
  shared.set(orders, places);
  return places;
}

/** The place of each id; of the first of several orders with one id. */
function placesOf(orders: readonly PlacedOrder[]): ReadonlyMap<bigint, number> {
  const places = new Map<bigint, number>();
  orders.forEach(({ order: { id } }, place) => {
    if (id !== undefined && !places.has(id)) places.set(id, place);
  });
  return places;
}

/** Copies a list, so that later changes do not show in it. */
export function copyList(list: OrderList): OrderList {
  return { ...list, orders: [...list.orders] };
}
