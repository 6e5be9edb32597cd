import { drawFraction } from '../../environment/draw.ts';
import type { Choices } from '../../environment/gaps/choices.ts';
import { segmentOf } from '../../orders/memory/order-segment.ts';
import type { OrderList, OrderSegment, PlacedOrder } from '../../orders/order-store.ts';

/**
 * The segments of a list in the order of gap `list-order`. As placed, they are the store's own, so that bytes made from
 * them can be kept; any other order is made anew, as one segment, whenever the list has changed.
 */
export function orderSegments(
  list: OrderList,
  order: Choices['list-order'],
  seed: string,
): readonly OrderSegment[] {
  if (order === 'as-placed') return list.segments;
  const all = list.segments.flatMap((segment) => segment.orders);
  const sorted = order === 'by-id' ? all.sort(byId) : shuffle(all, seed);
  return [segmentOf(sorted, list.revision)];
}

function byId(one: PlacedOrder, other: PlacedOrder): number {
  const a = one.order.id;
  const b = other.order.id;
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -1 : 1;
}

/** Each order's place depends on the seed and its id alone, so that a cancel does not shuffle the others. */
function shuffle(orders: readonly PlacedOrder[], seed: string): PlacedOrder[] {
  const places = orders.map((placed, at) => ({
    placed,
    place: drawFraction(seed, 'shuffle', placed.order.id ?? `at ${at}`),
  }));
  return places.sort((one, other) => one.place - other.place).map(({ placed }) => placed);
}
