import type { GapKey } from '../../environment/gaps/gaps.ts';
import type { OrderList } from '../../orders/order-store.ts';

/**
 * Returns the gaps that decide the bytes of a list: none for an empty one, `list-order` for at least two orders,
 * `ship-date-form` if an order has a ship date, and `cancelled-in-list` if one is cancelled. The cancel itself does not rely
 * on `cancelled-in-list`, because a client that never lists again cannot see it.
 */
export function listReliance({ orders }: OrderList): readonly GapKey[] {
  if (orders.length === 0) return [];
  const gaps: GapKey[] = ['optional-fields', 'extra-fields'];
  if (orders.length > 1) gaps.push('list-order');
  if (orders.some(({ order }) => order.shipDate !== undefined)) gaps.push('ship-date-form');
  if (orders.some(({ status }) => status === 'cancelled')) gaps.push('cancelled-in-list');
  return gaps;
}
