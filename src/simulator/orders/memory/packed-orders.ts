import { isUtcSeconds, type Order, type OrderStatus } from '../order.ts';
import {
  type OrderList,
  type OrderSegment,
  type OrderText,
  ordersOf,
  type PlacedOrder,
} from '../order-store.ts';
import { IdIndex, type IdIndexParts } from './id-index.ts';
import { orderText, readOrderTexts } from './order-text.ts';

/** Orders per segment: few enough to write one again cheaply, enough that a list has few of them. */
export const segmentSize = 512;

/** At most `segmentSize` neighbouring orders as text, which takes a quarter of the memory of objects. */
export type PackedSegment = OrderText & { readonly statuses: readonly OrderStatus[] };

/** The data of packed orders. Every buffer in them is on its own. */
export type PackedParts = {
  readonly segments: readonly PackedSegment[];
  readonly positions: IdIndexParts;
};

export function buffersOf({ segments, positions: { ids, numbers, slots } }: PackedParts): ArrayBufferLike[] {
  const texts = segments.flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer]);
  return [...texts, ids.buffer, numbers.buffer, slots.buffer];
}

/**
 * Immutable orders as text: half the memory of a server with many orders, and no work for the first list. Any number of
 * stores can start from them and share the segments that they have not changed.
 */
export class PackedOrders implements Iterable<PlacedOrder> {
  /** All are full, except the last. */
  readonly segments: readonly PackedSegment[];
  readonly #positions: IdIndex;

  constructor(segments: readonly PackedSegment[], positions: IdIndex) {
    this.segments = segments;
    this.#positions = positions;
  }

  /** What another thread can receive. These orders must not be used any more if the buffers are transferred. */
  get parts(): PackedParts {
    return { segments: this.segments, positions: this.#positions.parts };
  }

  /** Restores orders from parts that another thread has sent: a Buffer arrives as a Uint8Array. */
  static from({ segments, positions }: PackedParts): PackedOrders {
    const restored = segments.map(({ bytes: { buffer, byteOffset, length }, ...segment }) => ({
      ...segment,
      bytes: Buffer.from(buffer, byteOffset, length),
    }));
    return new PackedOrders(restored, IdIndex.from(positions));
  }

  get count(): number {
    return this.segments.reduce((sum, { statuses }) => sum + statuses.length, 0);
  }

  /** Returns how many orders are before the one with this id; undefined if there is none. */
  positionOf(id: bigint): number | undefined {
    return this.#positions.numberOf(id);
  }

  /** Returns these orders, those at some positions with another status. Shares everything else. */
  withStatus(positions: Iterable<number>, status: OrderStatus): PackedOrders {
    const changed = new Map<number, OrderStatus[]>();
    for (const position of positions) {
      const number = Math.floor(position / segmentSize);
      const statuses = changed.get(number) ?? [...(this.segments[number]?.statuses ?? [])];
      statuses[position % segmentSize] = status;
      changed.set(number, statuses);
    }
    if (changed.size === 0) return this;
    const segments = this.segments.map((segment, at) => {
      const statuses = changed.get(at);
      return statuses === undefined ? segment : { ...segment, statuses };
    });
    return new PackedOrders(segments, this.#positions);
  }

  *[Symbol.iterator](): Generator<PlacedOrder> {
    for (const segment of this.segments) yield* unpackSegment(segment);
  }
}

export function unpackSegment({ bytes, statuses }: Pick<PackedSegment, 'bytes' | 'statuses'>): PlacedOrder[] {
  return readOrderTexts(bytes.toString()).map((order, at) => ({ order, status: statuses[at] ?? 'pending' }));
}

/**
 * Copies a list, so that later changes do not affect the copy. Orders that the store keeps as text are parsed whenever they
 * are read.
 */
export function copyList(list: OrderList): OrderList {
  return { ...list, segments: list.segments.map(copySegment) };
}

function copySegment(segment: OrderSegment): OrderSegment {
  const { text, fieldsRevision, statusRevision } = segment;
  const statuses = [...segment.statuses];
  const revisions = { fieldsRevision, statusRevision };
  if (text === undefined)
    return {
      orders: segment.orders.map(({ order, status }) => ({ order, status })),
      statuses,
      ...revisions,
    };
  return {
    get orders() {
      return unpackSegment({ bytes: text.bytes, statuses });
    },
    statuses,
    text,
    ...revisions,
  };
}

/** Copies the orders of a list, like `copyList`. */
export function copyOrders(list: OrderList): Iterable<PlacedOrder> {
  const copy = copyList(list);
  return { [Symbol.iterator]: () => ordersOf(copy) };
}

/** Parses one order of a segment. Throws a RangeError for an index out of range. */
export function unpackOrder({ bytes, ends }: PackedSegment, at: number): Order {
  const end = ends[at];
  const [order] = end === undefined ? [] : readOrderTexts(bytes.toString('utf8', ends[at - 1] ?? 0, end));
  if (order === undefined) throw new RangeError(`there is no order at ${at} of ${ends.length}`);
  return order;
}

/**
 * Packs orders. Throws a RangeError if two have the same id without `repeatsId`, unless they may; a scenario is checked for
 * that first.
 */
export function packOrders(placed: Iterable<PlacedOrder>, { mayRepeat = false } = {}): PackedOrders {
  const packer = new OrderPacker();
  for (const { order, status, repeatsId } of placed) {
    const { shipDate } = order;
    const repeats = repeatsId ?? (mayRepeat && order.id !== undefined && packer.has(order.id));
    const id = repeats ? undefined : order.id;
    packer.writeText(orderText(order));
    packer.endOrder(id, status, shipDate === undefined || isUtcSeconds(shipDate));
  }
  return packer.finish();
}

const comma = 0x2c;
const initialSize = 4 * 1024;

/** Packs orders one by one: write the text of each in parts, then end the order. */
export class OrderPacker {
  readonly #segments: PackedSegment[] = [];
  readonly #positions = new IdIndex();
  #scratch: Buffer = Buffer.allocUnsafeSlow(initialSize);
  /** A comma precedes each order. */
  #length = 1;
  #statuses: OrderStatus[] = [];
  #ends: number[] = [];
  #utcSeconds = true;

  /** Writes a part of the text of an order; together the parts are what `orderText` writes. */
  write(from: Buffer, begin = 0, end: number = from.length): void {
    this.#grow(end - begin);
    this.#length += from.copy(this.#scratch, this.#length, begin, end);
  }

  writeText(text: string): void {
    this.#grow(Buffer.byteLength(text));
    this.#length += this.#scratch.write(text, this.#length);
  }

  /** Whether an order that has ended has an id. */
  has(id: bigint): boolean {
    return this.#positions.numberOf(id) !== undefined;
  }

  /**
   * Ends the order whose text was written. Throws a RangeError if its id is taken.
   *
   * @param id by which the order is found; undefined if there is none, or an earlier order has it
   * @param utcSeconds whether the ship date, if any, is in UTC and whole seconds
   */
  endOrder(id: bigint | undefined, status: OrderStatus, utcSeconds: boolean): void {
    const position = this.#segments.length * segmentSize + this.#statuses.length;
    if (id !== undefined && !this.#positions.add(id, position))
      throw new RangeError(`two orders have the id ${id}`);
    this.#utcSeconds &&= utcSeconds;
    this.#ends.push(this.#length);
    this.#scratch[this.#length] = comma;
    this.#length += 1;
    if (this.#statuses.push(status) === segmentSize) this.#closeSegment();
  }

  finish(): PackedOrders {
    if (this.#statuses.length > 0) this.#closeSegment();
    return new PackedOrders(this.#segments, this.#positions);
  }

  /** Makes room for the bytes and a comma. */
  #grow(bytes: number): void {
    if (this.#length + bytes < this.#scratch.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + bytes));
    this.#scratch.copy(larger, 0, 0, this.#length);
    this.#scratch = larger;
  }

  #closeSegment(): void {
    this.#scratch[0] = comma;
    const length = this.#length - 1;
    // Not from the pool of Node, whose slabs would keep unrelated bytes in memory.
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
