import type { Order, OrderStatus } from './order.ts';
import type { OrderSegment, OrderText, PlacedOrder } from './order-store.ts';
import { type PackedSegment, unpackSegment } from './packed-orders.ts';

/** An order of a store, which may change. */
export type Entry = { order: Order; status: OrderStatus; readonly segment: StoreSegment };

/** A segment of a store. It stays packed, shared with every store that began alike, until an order in it is asked for. */
export class StoreSegment implements OrderSegment {
  fieldsRevision = 0;
  statusRevision = 0;
  /** To be taken away when an order joins, leaves or changes a field. */
  text: OrderText | undefined;
  #state: { readonly packed: PackedSegment } | { readonly entries: Entry[] };

  constructor(packed?: PackedSegment) {
    this.text = packed;
    this.#state = packed === undefined ? { entries: [] } : { packed };
  }

  get isPacked(): boolean {
    return 'packed' in this.#state;
  }

  get orders(): readonly PlacedOrder[] {
    return 'packed' in this.#state ? unpackSegment(this.#state.packed) : this.#state.entries;
  }

  get size(): number {
    return 'packed' in this.#state ? this.#state.packed.statuses.length : this.#state.entries.length;
  }

  get statuses(): readonly OrderStatus[] {
    return 'packed' in this.#state
      ? this.#state.packed.statuses
      : this.#state.entries.map(({ status }) => status);
  }

  /** One entry for each order; from now on the segment is made of them. */
  unpack(): Entry[] {
    if ('entries' in this.#state) return this.#state.entries;
    const entries = unpackSegment(this.#state.packed).map((placed) => ({ ...placed, segment: this }));
    this.#state = { entries };
    return entries;
  }
}
