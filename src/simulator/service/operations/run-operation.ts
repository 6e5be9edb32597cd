import type { PathName } from '../../../operation.ts';
import type { Exchange } from '../exchange.ts';
import type { ServiceResponse } from '../service-response.ts';
import { cancelOrder } from './cancel-order.ts';
import { getPet } from './get-pet.ts';
import { listOrders } from './list-orders.ts';
import { postMessage } from './post-message.ts';

/** Runs an operation; undefined if the client left before it took effect. */
type Operation = (exchange: Exchange) => ServiceResponse | Promise<ServiceResponse | undefined>;

const operations: Readonly<Record<PathName, Operation>> = {
  orders: listOrders,
  order: cancelOrder,
  pet: getPet,
  messages: postMessage,
};

/** Runs the operation of a request that passed its checks. Spec 4. */
export function runOperation(exchange: Exchange): ReturnType<Operation> {
  const { path } = exchange.route;
  if (path === undefined) throw new Error('a request without a path must be refused earlier');
  return operations[path](exchange);
}
