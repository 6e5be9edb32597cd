import { IdIndex } from './id-index.ts';
import type { OrderStatus } from './order.ts';
import type { OrderText, PlacedOrder } from './order-store.ts';
import { isUtcSeconds, orderText, readOrderTexts } from './order-text.ts';

/** Orders in a segment: few enough that making one's bytes again is cheap, many enough that a list has few of them. */
export const segmentSize = 512;

/** A run of at most `segmentSize` neighbouring orders as text, which takes a quarter of the memory that objects do. */
export type PackedSegment = OrderText & { readonly statuses: readonly OrderStatus[] };

/** Orders that never change, so that any number of stores can start from them and share what none has changed. */
export class PackedOrders implements Iterable<PlacedOrder> {
  /** All are full but for the last. */
  readonly segments: readonly PackedSegment[];
  readonly #segmentOfId: IdIndex;

  constructor(segments: readonly PackedSegment[], segmentOfId: IdIndex) {
    this.segments = segments;
    this.#segmentOfId = segmentOfId;
  }

  get count(): number {
    return this.segments.reduce((sum, { statuses }) => sum + statuses.length, 0);
  }

  /** The position in `segments` of the one that has the order with this id, or undefined. */
  segmentOf(id: bigint): number | undefined {
    return this.#segmentOfId.numberOf(id);
  }

  *[Symbol.iterator](): Generator<PlacedOrder> {
    for (const segment of this.segments) yield* unpackSegment(segment);
  }
}

/** The orders of a segment, made anew at each call. */
export function unpackSegment({ bytes, statuses }: PackedSegment): PlacedOrder[] {
  return readOrderTexts(bytes.toString()).map((order, at) => ({ order, status: statuses[at] ?? 'pending' }));
}

/** Packs orders. Throws a RangeError when two have the same id; a scenario is checked for that beforehand. */
export function packOrders(placed: Iterable<PlacedOrder>): PackedOrders {
  const packer = new OrderPacker();
  for (const { order, status } of placed) {
    const { id, shipDate } = order;
    const text = Buffer.from(orderText(order));
    packer.add(text, { id, status, utcSeconds: shipDate === undefined || isUtcSeconds(shipDate) });
  }
  return packer.finish();
}

/** What a packer must know of an order beside its text. */
export type PackedFacts = {
  readonly id: bigint | undefined;
  readonly status: OrderStatus;
  /** False where it has a ship date in another form. */
  readonly utcSeconds: boolean;
};

const comma = 0x2c;

/** Packs orders one by one. */
export class OrderPacker {
  readonly #segments: PackedSegment[] = [];
  readonly #segmentOfId = new IdIndex();
  #scratch: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #length = 0;
  #statuses: OrderStatus[] = [];
  #utcSeconds = true;

  /** Adds an order by the first `length` bytes of its text, as `orderText` writes it. Throws a RangeError for an id that is taken. */
  add(text: Uint8Array, { id, status, utcSeconds }: PackedFacts, length: number = text.length): void {
    if (id !== undefined && !this.#segmentOfId.add(id, this.#segments.length))
      throw new RangeError(`two orders have the id ${id}`);
    this.#makeRoom(length + 1);
    this.#scratch[this.#length] = comma;
    for (let at = 0; at < length; at += 1) this.#scratch[this.#length + 1 + at] = text[at] ?? 0;
    this.#length += length + 1;
    this.#utcSeconds &&= utcSeconds;
    if (this.#statuses.push(status) === segmentSize) this.#closeSegment();
  }

  /** Every order added. */
  finish(): PackedOrders {
    if (this.#statuses.length > 0) this.#closeSegment();
    return new PackedOrders(this.#segments, this.#segmentOfId);
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#scratch.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + bytes));
    this.#scratch.copy(larger, 0, 0, this.#length);
    this.#scratch = larger;
  }

  #closeSegment(): void {
    // Not from Node's pool, whose slabs would hold what lay beside it.
    const bytes = Buffer.allocUnsafeSlow(this.#length);
    this.#scratch.copy(bytes, 0, 0, this.#length);
    this.#segments.push({ bytes, statuses: this.#statuses, utcSeconds: this.#utcSeconds });
    this.#length = 0;
    this.#statuses = [];
    this.#utcSeconds = true;
  }
}
