import type { Order, OrderStatus } from '../order.ts';
import type { OrderSegment, OrderText, PlacedOrder } from '../order-store.ts';
import { type PackedSegment, unpackOrder, unpackSegment } from './packed-orders.ts';

/** An order where it stands in a store: its status can be changed. */
export type Entry = { readonly order: Order; status: OrderStatus; readonly segment: StoreSegment };

/** An order of a segment that is not packed: its fields can be changed as well. */
export type LooseEntry = Entry & { order: Order };

/** Statuses are copied when the first of them changes. */
type PackedState = { readonly packed: PackedSegment; ownStatuses: OrderStatus[] | undefined };
/** Packed until an order joins, leaves or changes a field. */
type State = PackedState | { readonly entries: LooseEntry[] };

/** A segment of a store. It stays packed, and shares its text with every store that began alike, as long as it can. */
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

  /** The order at a place; undefined where the segment is packed no more, and nothing keeps its place. */
  entryAt(at: number): Entry | undefined {
    return 'packed' in this.#state ? new PackedEntry(this, this.#state, at) : undefined;
  }

  /** One entry for each order; from now on the segment is made of them. */
  unpack(): LooseEntry[] {
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
