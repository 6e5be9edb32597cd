import type { Order, OrderStatus } from '../order.ts';
import type { OrderSegment, OrderText, PlacedOrder } from '../order-store.ts';
import { type PackedSegment, unpackOrder, unpackSegment } from './packed-orders.ts';

/** An order in a store, whose status can be changed. */
export type Entry = { readonly order: Order; status: OrderStatus; readonly segment: StoreSegment };

/** An order of an unpacked segment, whose fields can be changed as well. */
export type UnpackedEntry = Entry & { order: Order };

/** The statuses are copied when the first of them changes. */
type PackedState = { readonly packed: PackedSegment; ownStatuses: OrderStatus[] | undefined };
type State = PackedState | { readonly entries: UnpackedEntry[] };

/**
 * A segment of a memory store. It shares its text with every store of the same scenario until an order is added or removed
 * or changes a field: an environment costs no memory until it differs, and a cancel does not unpack anything.
 */
export class StoreSegment implements OrderSegment {
  fieldsRevision = 0;
  statusRevision = 0;
  #state: State;

  constructor(packed?: PackedSegment) {
    this.#state = packed === undefined ? { entries: [] } : { packed, ownStatuses: undefined };
  }

  get text(): OrderText | undefined {
    return 'packed' in this.#state ? this.#state.packed : undefined;
  }

  get orders(): readonly PlacedOrder[] {
    return 'packed' in this.#state
      ? unpackSegment({ bytes: this.#state.packed.bytes, statuses: statusesOf(this.#state) })
      : this.#state.entries;
  }

  get size(): number {
    return 'packed' in this.#state ? this.#state.packed.ends.length : this.#state.entries.length;
  }

  get statuses(): readonly OrderStatus[] {
    return 'packed' in this.#state
      ? statusesOf(this.#state)
      : this.#state.entries.map(({ status }) => status);
  }

  /** Returns the order at an index; undefined if the segment is unpacked, because indexes change then. */
  entryAt(at: number): Entry | undefined {
    return 'packed' in this.#state ? new PackedEntry(this, this.#state, at) : undefined;
  }

  /** Unpacks the segment. Returns its entries; changes to them change the segment. */
  unpack(): UnpackedEntry[] {
    if ('entries' in this.#state) return this.#state.entries;
    const entries = this.orders.map((placed) => ({ ...placed, segment: this }));
    this.#state = { entries };
    return entries;
  }
}

function statusesOf({ packed, ownStatuses }: PackedState): readonly OrderStatus[] {
  return ownStatuses ?? packed.statuses;
}

class PackedEntry implements Entry {
  readonly segment: StoreSegment;
  readonly #state: PackedState;
  readonly #at: number;

  constructor(segment: StoreSegment, state: PackedState, at: number) {
    this.segment = segment;
    this.#state = state;
    this.#at = at;
  }

  get order(): Order {
    return unpackOrder(this.#state.packed, this.#at);
  }

  get status(): OrderStatus {
    return statusesOf(this.#state)[this.#at] ?? 'pending';
  }

  set status(status: OrderStatus) {
    const { packed, ownStatuses } = this.#state;
    const own = ownStatuses ?? [...packed.statuses];
    own[this.#at] = status;
    this.#state.ownStatuses = own;
  }
}
