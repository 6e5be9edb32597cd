import type { Order } from '../../../control-api.ts';
import type { Action } from '../../api/action.ts';

export function shipOrder(
  environment: string,
  { id }: Order,
): Action<'POST /environments/{environment}/orders/{order}/ship'> {
  return {
    title: `Ship order ${id}`,
    route: 'POST /environments/{environment}/orders/{order}/ship',
    params: { environment, order: String(id) },
    done: () => `Order ${id} has shipped`,
  };
}

/** Stores an order in another state. */
export function cancelOrder(
  environment: string,
  order: Order,
): Action<'PUT /environments/{environment}/orders/{order}'> {
  return {
    title: `Cancel order ${order.id}`,
    route: 'PUT /environments/{environment}/orders/{order}',
    params: { environment, order: String(order.id) },
    json: { ...order, status: 'cancelled' },
    done: () => `Order ${order.id} is cancelled`,
  };
}
