import { z } from 'zod';
import { UserError } from '../../shared/user-error.ts';
import type { Environment } from '../environment/environment.ts';
import type { Order } from '../orders/order.ts';
import { orderStatuses } from '../orders/order.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import { orderSchema } from '../scenarios/order-schema.ts';
import { refusal } from './control-error.ts';
import { type ControlResponse, created, ok } from './control-response.ts';
import { type ControlCall, type ControlRoute, environmentRoute } from './control-route.ts';
import { ordersNow } from './environment-view.ts';
import { flag, nothing } from './input-schemas.ts';
import { readOrderReference, unknownOrder, viewOrder } from './order-reference.ts';
import { readJsonBody, readQuery } from './read-input.ts';

/** The orders of an environment, with the status that the service never shows. */
export const orderRoutes: readonly ControlRoute[] = [
  environmentRoute('GET', '/orders', 'nothing', listOrders),
  environmentRoute('GET', '/orders/{order}', 'nothing', showOrder),
  environmentRoute('PUT', '/orders/{order}', 'json', putOrder),
  environmentRoute('DELETE', '/orders/{order}', 'nothing', removeOrder),
  environmentRoute('POST', '/orders/{order}/ship', 'json', shipOrder),
];

const listQuery = z.strictObject({
  status: z.enum(orderStatuses as readonly ['pending', 'shipped', 'cancelled']).optional(),
});

async function listOrders({ query }: ControlCall, { state }: Environment): Promise<ControlResponse> {
  const { status } = readQuery(query, listQuery);
  const orders = await ordersNow(state);
  const wanted = status === undefined ? orders : orders.filter((placed) => placed.status === status);
  return ok({ orders: wanted.map(viewOrder) });
}

async function find(state: Environment['state'], id: bigint): Promise<PlacedOrder | undefined> {
  await state.shipping.shipDue(state.clock.now(), state.counts.lists);
  const placed = await state.store.get(id);
  return placed === undefined ? undefined : { order: placed.order, status: placed.status };
}

async function showOrder(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const id = readOrderReference(call.parameters.order ?? '', state);
  const placed = await find(state, id);
  return placed === undefined ? unknownOrder(id) : ok(viewOrder(placed));
}

const forceQuery = z.strictObject({ force: flag.optional() });
const orderBody = orderSchema.omit({ ships: true });

async function putOrder(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  const { force = false } = readQuery(call.query, forceQuery);
  const id = readOrderReference(call.parameters.order ?? '', state);
  const { status = 'pending', id: other = id, ...fields } = await readJsonBody(call.content, orderBody);
  if (other !== id)
    throw new UserError({ where: 'body.json', what: `id is ${other}`, expected: `${id}, as in the path` });
  const given = Object.entries({ id, ...fields }).filter(([, value]) => value !== undefined);
  const before = await find(state, id);
  if (before?.status === 'shipped' && status !== 'shipped' && !force) return shippedIsFinal(id);
  const after = { order: Object.fromEntries(given) as Order, status };
  await state.store.put(after);
  const answer = { order: viewOrder(after), ...(before === undefined ? {} : { before: viewOrder(before) }) };
  return before === undefined ? created(answer) : ok(answer);
}

async function removeOrder(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const id = readOrderReference(call.parameters.order ?? '', state);
  const before = await find(state, id);
  if (before === undefined || !(await state.store.remove(id))) return unknownOrder(id);
  return ok({ deleted: viewOrder(before) });
}

async function shipOrder(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  const { force = false } = readQuery(call.query, forceQuery);
  await readJsonBody(call.content, nothing);
  const id = readOrderReference(call.parameters.order ?? '', state);
  await state.shipping.shipDue(state.clock.now(), state.counts.lists);
  const outcome = await state.store.ship(id, { force });
  switch (outcome.kind) {
    case 'unknown':
      return unknownOrder(id);
    case 'already-cancelled':
      return refusal('order_final', `Order ${id} is cancelled; ?force=true ships it all the same.`);
    default:
      return ok({
        order: viewOrder({ order: outcome.order, status: 'shipped' }),
        changed: outcome.kind === 'shipped',
      });
  }
}

function shippedIsFinal(id: bigint): ControlResponse {
  return refusal(
    'order_final',
    `Order ${id} has shipped, which is final; ?force=true changes it all the same.`,
  );
}
