import type { Steps } from '../../../shared/in-slices.ts';
import { sortSteps } from '../../../shared/sort-steps.ts';
import { drawFraction } from '../../environment/draw.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import { segmentSize } from '../../orders/memory/packed-orders.ts';
import type { OrderStatus } from '../../orders/order.ts';
import type { OrderSegment } from '../../orders/order-store.ts';
import type { OrderForm } from './order-json.ts';
import { keptOrders, ordersPerStep, type WrittenOrders, writeOrders } from './written-orders.ts';

/** Neighbouring orders of a sorted list. */
export type SortedPiece = {
  readonly written: WrittenOrders;
  readonly statuses: readonly OrderStatus[];
  readonly ids: readonly (bigint | undefined)[];
};

/** The orders of a list in the order of placement: the nth element of each array belongs to the nth order. */
type Unsorted = {
  readonly ids: (bigint | undefined)[];
  readonly statuses: OrderStatus[];
  /** The segment in which an order is written, and its index there. */
  readonly places: { readonly written: WrittenOrders; readonly at: number }[];
};

/** Writes orders in an order of gap `list-order` that is not the order of placement. */
export function* sortOrders(
  segments: readonly OrderSegment[],
  order: Exclude<Choices['list-order'], 'as-placed'>,
  form: OrderForm,
): Steps<readonly SortedPiece[]> {
  const unsorted = yield* writeUnsorted(segments, form);
  const { ids } = unsorted;
  const numbers = ids.map((_, number) => number);
  const compare = order === 'by-id' ? byId(ids) : byPlace(yield* shuffledPlaces(ids, form.seed));
  const sorted = yield* sortSteps(numbers, compare);
  const pieces: SortedPiece[] = [];
  for (let first = 0; first < sorted.length; first += segmentSize) {
    pieces.push(pieceOf(sorted.slice(first, first + segmentSize), unsorted));
    yield;
  }
  return pieces;
}

function* writeUnsorted(segments: readonly OrderSegment[], form: OrderForm): Steps<Unsorted> {
  const unsorted: Unsorted = { ids: [], statuses: [], places: [] };
  for (const segment of segments) {
    const { orders } = segment;
    const written = keptOrders(segment, form) ?? (yield* writeOrders(orders, form));
    orders.forEach(({ order, status }, at) => {
      unsorted.ids.push(order.id);
      unsorted.statuses.push(status);
      unsorted.places.push({ written, at });
    });
    yield;
  }
  return unsorted;
}

type Compare = (one: number, other: number) => number;

/** Orders without an id are the last ones. */
function byId(ids: readonly (bigint | undefined)[]): Compare {
  return (one, other) => {
    const [a, b] = [ids[one], ids[other]];
    if (a === b) return 0;
    if (a === undefined) return 1;
    if (b === undefined) return -1;
    return a < b ? -1 : 1;
  };
}

function byPlace(places: readonly number[]): Compare {
  return (one, other) => (places[one] ?? 0) - (places[other] ?? 0);
}

/** The place of an order depends only on the seed and its id, so that a cancel does not move the others. */
function* shuffledPlaces(ids: readonly (bigint | undefined)[], seed: string): Steps<readonly number[]> {
  const places: number[] = [];
  for (const id of ids) {
    const at = places.push(drawFraction(seed, 'shuffle', id ?? `at ${places.length}`));
    if (at % ordersPerStep === 0) yield;
  }
  return places;
}

function pieceOf(numbers: readonly number[], { ids, statuses, places }: Unsorted): SortedPiece {
  const ends = new Uint32Array(numbers.length);
  let length = 0;
  const texts = numbers.map((number, at) => {
    const text = textAt(places[number]);
    length += text.length;
    ends[at] = length;
    return text;
  });
  return {
    written: { bytes: Buffer.concat(texts, length), ends },
    statuses: numbers.map((number) => statuses[number] ?? 'pending'),
    ids: numbers.map((number) => ids[number]),
  };
}

function textAt(place: Unsorted['places'][number] | undefined): Buffer {
  if (place === undefined) throw new RangeError('the order has no place');
  const { bytes, ends } = place.written;
  return bytes.subarray(ends[place.at - 1] ?? 0, ends[place.at]);
}
