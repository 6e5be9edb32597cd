import { drawFraction } from '../../environment/draw.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import {
  fixedSegment,
  type OrderList,
  type OrderSegment,
  type PlacedOrder,
} from '../../orders/order-store.ts';

/**
 * Returns the segments of a list in the order of gap `list-order`. In the order of placement they are the segments of the
 * store, whose bytes can be cached; any other order is one new segment whenever the list has changed.
 */
export function orderSegments(
  list: OrderList,
  order: Choices['list-order'],
  seed: string,
): readonly OrderSegment[] {
  if (order === 'as-placed') return list.segments;
  const all = list.segments.flatMap((segment) => segment.orders);
  const sorted = order === 'by-id' ? all.sort(byId) : shuffle(all, seed);
  return [fixedSegment(sorted, list.revision)];
}

function byId(one: PlacedOrder, other: PlacedOrder): number {
  const a = one.order.id;
  const b = other.order.id;
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -1 : 1;
}

/** The place of an order depends only on the seed and its id, so that a cancel does not move the others. */
function shuffle(orders: readonly PlacedOrder[], seed: string): PlacedOrder[] {
  const places = orders.map((placed, at) => ({
    placed,
    place: drawFraction(seed, 'shuffle', placed.order.id ?? `at ${at}`),
  }));
  return places.sort((one, other) => one.place - other.place).map(({ placed }) => placed);
}
