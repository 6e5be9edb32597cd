import { decideCancel, decideShip, type OrderStatus } from '../order.ts';
import type { CancelOutcome, OrderList, PlacedOrder, ShipOutcome } from '../order-store.ts';
import { PackedOrders, packOrders, segmentSize } from './packed-orders.ts';
import { type Entry, StoreSegment, type UnpackedEntry } from './store-segment.ts';

/**
 * The orders of one environment. A change reads, decides and writes in one synchronous step, so it is atomic: of any number
 * of concurrent cancels of an order exactly one is `cancelled`.
 *
 * The store shares packed orders with other stores and copies them one segment at a time: the statuses when one of them
 * changes, everything else when an order is added or removed or changes a field. The constructor throws a RangeError if
 * two orders have the same id; a scenario is checked for that first.
 */
export class MemoryOrderStore {
  readonly #start: PackedOrders;
  readonly #segments: StoreSegment[];
  readonly #unpacked = new Map<bigint, UnpackedEntry>();
  readonly #added = new Set<bigint>();
  #revision = 0;
  #fieldsRevision = 0;

  constructor(placed: Iterable<PlacedOrder> = []) {
    this.#start = placed instanceof PackedOrders ? placed : packOrders(placed);
    this.#segments = this.#start.segments.map((packed) => new StoreSegment(packed));
  }

  /** Returns every order in the order of placement. Spec 4.1: the whole set in one list. */
  list(): OrderList {
    return { segments: this.#segments, revision: this.#revision, fieldsRevision: this.#fieldsRevision };
  }

  get(id: bigint): PlacedOrder | undefined {
    const entry = this.#find(id);
    return entry === undefined ? undefined : { order: entry.order, status: entry.status };
  }

  statusOf(id: bigint): OrderStatus | undefined {
    return this.#find(id)?.status;
  }

  /** Cancels a pending order. Spec 4.2. */
  cancel(id: bigint): CancelOutcome {
    const entry = this.#find(id);
    if (entry === undefined) return { kind: 'unknown' };
    const kind = decideCancel(entry.status);
    if (kind === 'cancelled') this.#changeStatus(entry, kind);
    return { kind };
  }

  /** Ships a pending order; with `force` also a cancelled one. */
  ship(id: bigint, options?: { readonly force?: boolean }): ShipOutcome {
    const entry = this.#find(id);
    if (entry === undefined) return { kind: 'unknown' };
    const kind = decideShip(entry.status, options?.force ?? false);
    if (kind === 'shipped') this.#changeStatus(entry, kind);
    return { kind, order: entry.order };
  }

  /** Adds an order, or replaces the one with the same id in its place. An order without an id is always added. */
  put({ order, status }: PlacedOrder): void {
    const entry = order.id === undefined ? undefined : this.#findUnpacked(order.id);
    if (entry === undefined) {
      if (order.id !== undefined) this.#added.add(order.id);
      this.#place({ order, status });
      return;
    }
    this.#replace(entry, { order, status });
  }

  /** Whether an order with this id was added after the start. */
  wasAdded(id: bigint): boolean {
    return this.#added.has(id);
  }

  /** Removes an order. Returns false if there is none with this id. */
  remove(id: bigint): boolean {
    const entry = this.#findUnpacked(id);
    if (entry === undefined) return false;
    this.#unpacked.delete(id);
    const entries = entry.segment.unpack();
    entries.splice(entries.indexOf(entry), 1);
    this.#changeFields(entry.segment);
    return true;
  }

  #find(id: bigint): Entry | undefined {
    const position = this.#start.positionOf(id);
    if (position === undefined) return this.#unpacked.get(id);
    const segment = this.#segments[Math.floor(position / segmentSize)];
    return segment?.entryAt(position % segmentSize) ?? this.#unpacked.get(id);
  }

  /** Finds an order and unpacks its segment, so that its fields can change. */
  #findUnpacked(id: bigint): UnpackedEntry | undefined {
    const found = this.#find(id);
    if (found !== undefined) this.#unpack(found.segment);
    return this.#unpacked.get(id);
  }

  #unpack(segment: StoreSegment): UnpackedEntry[] {
    if (segment.text === undefined) return segment.unpack();
    const entries = segment.unpack();
    for (const entry of entries) {
      const { id } = entry.order;
      if (id !== undefined && this.#isFound(id, segment)) this.#unpacked.set(id, entry);
    }
    return entries;
  }

  /** Whether a packed segment has the order that an id finds: the first of several with the same id. */
  #isFound(id: bigint, segment: StoreSegment): boolean {
    const position = this.#start.positionOf(id);
    if (position === undefined) return true;
    return this.#segments[Math.floor(position / segmentSize)] === segment && !this.#unpacked.has(id);
  }

  #place({ order, status }: PlacedOrder): void {
    const segment = this.#openSegment();
    const entry: UnpackedEntry = { order, status, segment };
    const entries = this.#unpack(segment);
    entries.push(entry);
    this.#changeFields(segment);
    if (order.id !== undefined) this.#unpacked.set(order.id, entry);
  }

  #replace(entry: UnpackedEntry, { order, status }: PlacedOrder): void {
    entry.order = order;
    this.#changeFields(entry.segment);
    if (entry.status === status) return;
    entry.status = status;
    entry.segment.statusRevision = ++this.#revision;
  }

  #openSegment(): StoreSegment {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.size < segmentSize) return last;
    const segment = new StoreSegment();
    this.#segments.push(segment);
    return segment;
  }

  #changeFields(segment: StoreSegment): void {
    this.#fieldsRevision = ++this.#revision;
    segment.fieldsRevision = this.#fieldsRevision;
  }

  #changeStatus(entry: Entry, status: OrderStatus): void {
    entry.status = status;
    entry.segment.statusRevision = ++this.#revision;
  }
}
