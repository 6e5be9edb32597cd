import { drawFraction } from '../../../draw.ts';
import type { Steps } from '../../../in-slices.ts';
import { ownBytes } from '../../../json/own-bytes.ts';
import { sortSteps } from '../../../sort-steps.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import { segmentSize } from '../../orders/memory/packed-orders.ts';
import type { OrderStatus } from '../../orders/order.ts';
import type { OrderSegment } from '../../orders/order-store.ts';
import type { OrderForm } from './order-json.ts';
import { keptOrders, ordersPerStep, type WrittenOrders, writeOrders } from './written-orders.ts';

/** An order that is written, and what decides its place. */
type Unsorted = {
  readonly id: bigint | undefined;
  readonly status: OrderStatus;
  /** The segment in which it is written, and its index there. */
  readonly written: WrittenOrders;
  readonly at: number;
  /** Where it is in a shuffled list, from 0 to 1. */
  place: number;
};

/** Writes orders in an order of gap `list-order` that is not the order of placement. */
export function* sortOrders(
  segments: readonly OrderSegment[],
  order: Exclude<Choices['list-order'], 'as-placed'>,
  form: OrderForm,
): Steps<readonly ReturnType<typeof pieceOf>[]> {
  const unsorted = yield* writeUnsorted(segments, form);
  if (order === 'shuffled') yield* drawPlaces(unsorted, form.seed);
  const sorted = yield* sortSteps(unsorted, order === 'by-id' ? byId : byPlace);
  const pieces: ReturnType<typeof pieceOf>[] = [];
  for (let first = 0; first < sorted.length; first += segmentSize) {
    pieces.push(pieceOf(sorted.slice(first, first + segmentSize)));
    yield;
  }
  return pieces;
}

function* writeUnsorted(segments: readonly OrderSegment[], form: OrderForm): Steps<readonly Unsorted[]> {
  const unsorted: Unsorted[] = [];
  for (const segment of segments) {
    const { orders } = segment;
    const written = keptOrders(segment, form) ?? (yield* writeOrders(orders, form));
    orders.forEach(({ order: { id }, status }, at) => {
      unsorted.push({ id, status, written, at, place: 0 });
    });
    yield;
  }
  return unsorted;
}

/** Greater than any int64: orders without an id are the last ones. */
const afterIds = 1n << 64n;

function byId({ id: one = afterIds }: Unsorted, { id: other = afterIds }: Unsorted): number {
  return Number(one > other) - Number(one < other);
}

function byPlace(one: Unsorted, other: Unsorted): number {
  return one.place - other.place;
}

function* drawPlaces(unsorted: readonly Unsorted[], seed: string): Steps<void> {
  for (const [at, one] of unsorted.entries()) {
    one.place = drawFraction(seed, 'shuffle', one.id ?? `at ${at}`);
    if (at % ordersPerStep === 0) yield;
  }
}

/** Joins neighbouring orders of a sorted list. */
function pieceOf(orders: readonly Unsorted[]) {
  const ends = new Uint32Array(orders.length);
  let length = 0;
  const texts = orders.map(({ written, at }, number) => {
    const text = written.bytes.subarray(written.ends[at - 1] ?? 0, written.ends[at]);
    length += text.length;
    ends[number] = length;
    return text;
  });
  return {
    written: { bytes: ownBytes(texts, length), ends },
    statuses: orders.map(({ status }) => status),
    ids: orders.map(({ id }) => id),
  };
}
