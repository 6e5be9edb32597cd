import type { Eventual } from './eventual.ts';
import { decideCancel, decideShip, type Order, type OrderStatus } from './order.ts';
import type { CancelOutcome, OrderList, OrderStore, PlacedOrder, ShipOutcome } from './order-store.ts';

type Segment = { orders: Entry[]; fieldsRevision: number; statusRevision: number };
type Entry = { order: Order; status: OrderStatus; segment: Segment };

/** Orders in a segment: few enough that making one's bytes again is cheap, many enough that a list has few of them. */
const segmentSize = 512;

/**
 * Keeps orders in the memory of this process. A change reads, decides and writes in one synchronous step, which is what
 * makes it atomic: no other request can run in between.
 *
 * The constructor throws a RangeError when two orders have the same id; a scenario is checked for that beforehand.
 */
export class MemoryOrderStore implements OrderStore {
  readonly #segments: Segment[] = [];
  readonly #index = new Map<bigint, Entry>();
  #sequence = 0;
  #revision = 0;

  constructor(placed: readonly PlacedOrder[] = []) {
    for (const one of placed) {
      const { id } = one.order;
      if (id !== undefined && this.#index.has(id)) throw new RangeError(`two orders have the id ${id}`);
      this.#place(one);
    }
  }

  list(): Eventual<OrderList> {
    return { segments: this.#segments, revision: this.#revision };
  }

  async get(id: bigint): Promise<PlacedOrder | undefined> {
    return this.#index.get(id);
  }

  cancel(id: bigint): Eventual<CancelOutcome> {
    const entry = this.#index.get(id);
    if (entry === undefined) return { kind: 'unknown' };
    const { kind } = decideCancel(entry.status);
    if (kind !== 'cancelled') return { kind, order: entry.order };
    return { kind, order: entry.order, sequence: this.#changeStatus(entry, 'cancelled') };
  }

  async ship(id: bigint, options?: { readonly force?: boolean }): Promise<ShipOutcome> {
    const entry = this.#index.get(id);
    if (entry === undefined) return { kind: 'unknown' };
    const { kind } = decideShip(entry.status, options?.force ?? false);
    if (kind !== 'shipped') return { kind, order: entry.order };
    return { kind, order: entry.order, sequence: this.#changeStatus(entry, 'shipped') };
  }

  async put(placed: PlacedOrder): Promise<void> {
    const entry = placed.order.id === undefined ? undefined : this.#index.get(placed.order.id);
    if (entry === undefined) {
      this.#place(placed);
      return;
    }
    entry.order = placed.order;
    entry.segment.fieldsRevision = ++this.#revision;
    if (entry.status !== placed.status) this.#changeStatus(entry, placed.status);
  }

  async remove(id: bigint): Promise<boolean> {
    const entry = this.#index.get(id);
    if (entry === undefined) return false;
    this.#index.delete(id);
    entry.segment.orders.splice(entry.segment.orders.indexOf(entry), 1);
    entry.segment.fieldsRevision = ++this.#revision;
    return true;
  }

  #place({ order, status }: PlacedOrder): void {
    let segment = this.#segments.at(-1);
    if (segment === undefined || segment.orders.length >= segmentSize) {
      segment = { orders: [], fieldsRevision: 0, statusRevision: 0 };
      this.#segments.push(segment);
    }
    const entry: Entry = { order, status, segment };
    segment.orders.push(entry);
    segment.fieldsRevision = ++this.#revision;
    if (order.id !== undefined) this.#index.set(order.id, entry);
  }

  #changeStatus(entry: Entry, status: OrderStatus): number {
    entry.status = status;
    entry.segment.statusRevision = ++this.#revision;
    return ++this.#sequence;
  }
}
