import type { Order, OrderStatus } from '../order.ts';
import type { OrderText, PlacedOrder } from '../order-store.ts';
import { IdIndex } from './id-index.ts';
import { isUtcSeconds, orderText, readOrderTexts } from './order-text.ts';

/** Orders in a segment: few enough that making one's bytes again is cheap, many enough that a list has few of them. */
export const segmentSize = 512;

/** A run of at most `segmentSize` neighbouring orders as text, which takes a quarter of the memory that objects do. */
export type PackedSegment = OrderText & { readonly statuses: readonly OrderStatus[] };

/** Orders that never change, so that any number of stores can start from them and share what none has changed. */
export class PackedOrders implements Iterable<PlacedOrder> {
  /** All are full but for the last. */
  readonly segments: readonly PackedSegment[];
  readonly #positions: IdIndex;

  constructor(segments: readonly PackedSegment[], positions: IdIndex) {
    this.segments = segments;
    this.#positions = positions;
  }

  get count(): number {
    return this.segments.reduce((sum, { statuses }) => sum + statuses.length, 0);
  }

  /** How many orders stand before the one with this id; undefined where there is none. */
  positionOf(id: bigint): number | undefined {
    return this.#positions.numberOf(id);
  }

  *[Symbol.iterator](): Generator<PlacedOrder> {
    for (const segment of this.segments) yield* unpackSegment(segment);
  }
}

/** The orders of a segment, made anew at each call. */
export function unpackSegment({ bytes, statuses }: Pick<PackedSegment, 'bytes' | 'statuses'>): PlacedOrder[] {
  return readOrderTexts(bytes.toString()).map((order, at) => ({ order, status: statuses[at] ?? 'pending' }));
}

/** One order of a segment, made anew at each call. A RangeError for a place where there is none. */
export function unpackOrder({ bytes, ends }: PackedSegment, at: number): Order {
  const end = ends[at];
  const [order] = end === undefined ? [] : readOrderTexts(bytes.toString('utf8', ends[at - 1] ?? 0, end));
  if (order === undefined) throw new RangeError(`there is no order at ${at} of ${ends.length}`);
  return order;
}

/** Packs orders. Throws a RangeError when two have the same id; a scenario is checked for that beforehand. */
export function packOrders(placed: Iterable<PlacedOrder>): PackedOrders {
  const packer = new OrderPacker();
  for (const { order, status } of placed) {
    const { id, shipDate } = order;
    packer.writeText(orderText(order));
    packer.endOrder({ id, status, utcSeconds: shipDate === undefined || isUtcSeconds(shipDate) });
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
const firstRoom = 4 * 1024;

/** Packs orders one by one: the text of each, in parts, and then its end. */
export class OrderPacker {
  readonly #segments: PackedSegment[] = [];
  readonly #positions = new IdIndex();
  #scratch: Buffer = Buffer.allocUnsafeSlow(firstRoom);
  /** Before each order stands a comma. */
  #length = 1;
  #statuses: OrderStatus[] = [];
  #ends: number[] = [];
  #utcSeconds = true;

  /** Writes a part of the text of an order, which altogether is what `orderText` writes. */
  write(from: Buffer, begin = 0, end: number = from.length): void {
    this.#makeRoom(end - begin);
    this.#length += from.copy(this.#scratch, this.#length, begin, end);
  }

  /** The same for a part that is no bytes yet. */
  writeText(text: string): void {
    this.#makeRoom(Buffer.byteLength(text));
    this.#length += this.#scratch.write(text, this.#length);
  }

  /** Ends the order whose text was written. Throws a RangeError for an id that is taken. */
  endOrder({ id, status, utcSeconds }: PackedFacts): void {
    const position = this.#segments.length * segmentSize + this.#statuses.length;
    if (id !== undefined && !this.#positions.add(id, position))
      throw new RangeError(`two orders have the id ${id}`);
    this.#utcSeconds &&= utcSeconds;
    this.#ends.push(this.#length);
    this.#scratch[this.#length] = comma;
    this.#length += 1;
    if (this.#statuses.push(status) === segmentSize) this.#closeSegment();
  }

  /** Every order added. */
  finish(): PackedOrders {
    if (this.#statuses.length > 0) this.#closeSegment();
    return new PackedOrders(this.#segments, this.#positions);
  }

  /** For so many bytes, and a comma behind them. */
  #makeRoom(bytes: number): void {
    if (this.#length + bytes < this.#scratch.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + bytes));
    this.#scratch.copy(larger, 0, 0, this.#length);
    this.#scratch = larger;
  }

  #closeSegment(): void {
    this.#scratch[0] = comma;
    const length = this.#length - 1;
    // Not from Node's pool, whose slabs would hold what lay beside it.
    const bytes = Buffer.allocUnsafeSlow(length);
    this.#scratch.copy(bytes, 0, 0, length);
    const ends = Uint32Array.from(this.#ends);
    this.#segments.push({ bytes, ends, statuses: this.#statuses, utcSeconds: this.#utcSeconds });
    this.#length = 1;
    this.#statuses = [];
    this.#ends = [];
    this.#utcSeconds = true;
  }
}
