import { listOf, segmentOf } from '../../orders/memory/order-segment.ts';
import type { OrderList } from '../../orders/order-store.ts';
import type { StaleListFault } from './fault.ts';
import type { FaultForm } from './fault-form.ts';

/** Lists the orders as they were when the fault was added. */
export const staleList: FaultForm<StaleListFault> = {
  askedAt: () => 'before-commit',
  only: 'listOrders',
  start: (_fault, { orders }) => {
    const list = copyList(orders);
    return () => ({ kind: 'stale-list', list });
  },
};

/** The store's own list is live; this one never changes. */
function copyList({ segments }: OrderList): OrderList {
  const orders = segments.flatMap((segment) =>
    segment.orders.map(({ order, status }) => ({ order, status })),
  );
  return listOf([segmentOf(orders, 1)], 1);
}
