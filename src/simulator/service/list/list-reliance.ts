import type { GapKey } from '../../environment/gaps/gaps.ts';
import { countOrders, type OrderList, type OrderSegment } from '../../orders/order-store.ts';

type Known = { readonly revision: number; readonly gaps: readonly GapKey[] };

// biome-ignore lint/plugin: the gaps are kept as long as their source exists, and a WeakMap ends with its keys.
const kept = new WeakMap<object, Known>();

/**
 * Returns the gaps that decide the bytes of a list: none for an empty one, `list-order` for at least two orders,
 * `ship-date-form` if an order has a ship date, and `cancelled-in-list` if one is cancelled. The cancel itself does not rely
 * on `cancelled-in-list`, because a client that never lists again cannot see it. The result is kept for `source` until the
 * list changes.
 */
export function listReliance(list: OrderList, source: object): readonly GapKey[] {
  const known = kept.get(source);
  if (known?.revision === list.revision) return known.gaps;
  const gaps = findGaps(list.segments);
  kept.set(source, { revision: list.revision, gaps });
  return gaps;
}

/** To look through more segments would delay a long list. Such a list is taken to rely on everything. */
const maxSegments = 20;

function findGaps(segments: readonly OrderSegment[]): readonly GapKey[] {
  const isLong = segments.length > maxSegments;
  const count = isLong ? 2 : countOrders(segments);
  if (count === 0) return [];
  const gaps: GapKey[] = ['optional-fields', 'extra-fields'];
  if (count > 1) gaps.push('list-order');
  if (isLong || segments.some(hasShipDate)) gaps.push('ship-date-form');
  if (isLong || segments.some(({ statuses }) => statuses.includes('cancelled')))
    gaps.push('cancelled-in-list');
  return gaps;
}

function hasShipDate(segment: OrderSegment): boolean {
  const { text } = segment;
  // To read `orders` of a segment with a text would parse it.
  if (text !== undefined) return text.bytes.includes('"shipDate":');
  return segment.orders.some(({ order }) => order.shipDate !== undefined);
}
