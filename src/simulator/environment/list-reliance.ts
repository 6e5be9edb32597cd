import type { OrderList } from '../orders/order-store.ts';
import type { GapKey } from './gaps/gaps.ts';

// biome-ignore lint/plugin: what is known of a list is the same for every simulator
const found = new WeakMap<OrderList, readonly GapKey[]>();

/** Returns the gaps that decide the bytes of a list, which are found once for each list. */
export function listReliance(list: OrderList): readonly GapKey[] {
  const gaps = found.get(list) ?? findReliance(list);
  found.set(list, gaps);
  return gaps;
}

/**
 * Returns the gaps that decide the bytes of a list: none for an empty one, `list-order` for at least two orders,
 * `ship-date-form` if an order has a ship date, and `cancelled-in-list` if one is cancelled. The cancel itself does not rely
 * on `cancelled-in-list`, because a client that never lists again cannot see it.
 */
function findReliance({ orders }: OrderList): readonly GapKey[] {
  if (orders.length === 0) return [];
  const gaps: GapKey[] = ['optional-fields', 'extra-fields'];
  if (orders.length > 1) gaps.push('list-order');
  if (orders.some(({ order }) => order.shipDate !== undefined)) gaps.push('ship-date-form');
  if (orders.some(({ status }) => status === 'cancelled')) gaps.push('cancelled-in-list');
  return gaps;
}
