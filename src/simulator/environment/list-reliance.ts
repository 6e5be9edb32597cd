import type { OrderList } from '../orders/order-store.ts';
import type { GapKey } from './gaps/gaps.ts';

/** Returns a function that returns the gaps that decide the bytes of a list, and finds them once for each revision. */
export function createListReliance(): (list: OrderList) => readonly GapKey[] {
  let known = { store: '', revision: 0 };
  let gaps: readonly GapKey[] = [];
  return (list) => {
    const { store, revision } = list;
    if (store === known.store && revision === known.revision) return gaps;
    known = { store, revision };
    gaps = listReliance(list);
    return gaps;
  };
}

/**
 * Returns the gaps that decide the bytes of a list: none for an empty one, `list-order` for at least two orders,
 * `ship-date-form` if an order has a ship date, and `cancelled-in-list` if one is cancelled. The cancel itself does not rely
 * on `cancelled-in-list`, because a client that never lists again cannot see it.
 */
function listReliance({ orders }: OrderList): readonly GapKey[] {
  if (orders.length === 0) return [];
  const gaps: GapKey[] = ['optional-fields', 'extra-fields'];
  if (orders.length > 1) gaps.push('list-order');
  if (orders.some(({ order }) => order.shipDate !== undefined)) gaps.push('ship-date-form');
  if (orders.some(({ status }) => status === 'cancelled')) gaps.push('cancelled-in-list');
  return gaps;
}
