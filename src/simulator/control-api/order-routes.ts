import * as z from 'zod';
import { type ControlResponse, created, limitReached, ok, refusal } from '../../http/control-response.ts';
import { readOrderId } from '../../order-id.ts';
import { digits, flag, int64, integer, nothing } from '../../text/field-schemas.ts';
import { UserError } from '../../user-error.ts';
import type { EnvironmentState } from '../environment/environment.ts';
import type { Order } from '../orders/order.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import { orderSchema, orderStatus } from '../scenarios/order-schema.ts';
import { count, errorBody, timestamp } from './components.ts';
import { type ControlRoute, environmentRoute, refuseMore } from './control-route.ts';

const force = flag.default(false).describe('Change the order even if its status is final.');

const orderView = z
  .strictObject({
    id: int64.optional(),
    petId: int64.optional(),
    quantity: integer.optional(),
    shipDate: timestamp.optional(),
    complete: z.boolean().optional(),
    status: orderStatus,
  })
  .meta({ id: 'Order', description: 'An order with its status.' });
const orderChange = z
  .strictObject({ order: orderView, before: orderView.optional() })
  .meta({ id: 'OrderChange', description: 'An order, and the order that it replaced.' });
const orderRequest = orderSchema.omit({ ships: true }).meta({
  id: 'OrderRequest',
  description: 'The fields of an order. `id` must match the path; `status` defaults to pending.',
});
const orderPage = z
  .strictObject({ orders: z.array(orderView), total: count.describe('How many orders match in all.') })
  .describe('The orders, in the order of placement.');

/** The routes of the orders of an environment. They show the status that the service never sends. */
export const orderRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/orders', {
    id: 'listOrders',
    summary: 'List the orders with their status',
    description: 'All of them, unless `limit` is given.',
    responses: { 200: orderPage },
    query: {
      status: orderStatus.optional(),
      id: z
        .string()
        .regex(/^-?[0-9]{0,19}$/, { error: 'the first digits of an order id' })
        .default('')
        .describe('Only orders whose id begins with this text.'),
      offset: digits(0, Number.MAX_SAFE_INTEGER).default(0).describe('How many orders to leave out first.'),
      limit: digits(1, 10_000).optional().describe('How many orders at most.'),
    },
    handle: ({ query: { status, id, offset, limit }, state }) => {
      state.shipDue();
      const matching = state.store
        .list()
        .orders.filter(
          (one) => one.status === (status ?? one.status) && `${one.order.id ?? ''}`.startsWith(id),
        );
      const page = matching.slice(offset, limit && offset + limit);
      return ok({ orders: page.map(viewOrder), total: matching.length });
    },
  }),
  environmentRoute('GET /environments/{environment}/orders/{order}', {
    id: 'getOrder',
    summary: 'Get an order',
    responses: { 200: orderView },
    handle: ({ params, state }) => {
      const id = readOrderReference(params.order, state);
      const placed = find(state, id);
      return placed === undefined ? unknownOrder(id) : ok(viewOrder(placed));
    },
  }),
  environmentRoute('PUT /environments/{environment}/orders/{order}', {
    id: 'putOrder',
    summary: 'Place or replace an order',
    description:
      'A replaced order keeps its position in the list. Changing the status of a shipped order requires `force`.',
    responses: { 200: orderChange, 201: orderChange, 507: errorBody },
    query: { force },
    body: orderRequest,
    handle: ({ context, params, query, body, state }) => {
      const id = readOrderReference(params.order, state);
      const { status = 'pending', id: other = id, ...fields } = body;
      if (other !== id)
        throw new UserError({
          where: 'body.json',
          what: `id is ${other}`,
          expected: `${id}, as in the path`,
        });
      const before = find(state, id);
      if (before?.status === 'shipped' && status !== 'shipped' && !query.force)
        return refusal('order_final', `Order ${id} has shipped; use ?force=true to change it anyway.`);
      if (before === undefined && state.store.list().orders.length >= context.maxOrders)
        return limitReached(context.maxOrders, 'orders', 'remove some, or raise --max-orders');
      const full = before === undefined ? refuseMore(context, 1) : undefined;
      if (full !== undefined) return full;
      const given = Object.entries({ id, ...fields }).filter(([, value]) => value !== undefined);
      const after = { order: Object.fromEntries(given) as Order, status };
      state.store.put(after);
      const order = viewOrder(after);
      return before === undefined ? created({ order }) : ok({ order, before: viewOrder(before) });
    },
  }),
  environmentRoute('DELETE /environments/{environment}/orders/{order}', {
    id: 'deleteOrder',
    summary: 'Delete an order without cancelling it',
    responses: { 200: z.strictObject({ deleted: orderView }) },
    handle: ({ params, state }) => {
      const id = readOrderReference(params.order, state);
      const before = find(state, id);
      if (before === undefined || !state.store.remove(id)) return unknownOrder(id);
      return ok({ deleted: viewOrder(before) });
    },
  }),
  environmentRoute('POST /environments/{environment}/orders/{order}/ship', {
    id: 'shipOrder',
    summary: 'Ship a pending order',
    description:
      'Shipping a cancelled order requires `force`. An order that has already shipped stays unchanged, and `changed` is false.',
    responses: { 200: z.strictObject({ order: orderView, changed: z.boolean() }) },
    query: { force },
    body: nothing,
    handle: ({ params, query, state }) => {
      const id = readOrderReference(params.order, state);
      state.shipDue();
      const outcome = state.store.ship(id, query);
      if (outcome.kind === 'unknown') return unknownOrder(id);
      if (outcome.kind === 'already-cancelled')
        return refusal('order_final', `Order ${id} is cancelled; use ?force=true to ship it anyway.`);
      const order = viewOrder({ order: outcome.order, status: 'shipped' });
      return ok({ order, changed: outcome.kind === 'shipped' });
    },
  }),
];

/** Reads an order reference: an order id, or a handle of the scenario. Throws a UserError if it is neither. */
function readOrderReference(text: string, state: EnvironmentState): bigint {
  const byHandle = state.initial.handles.get(text);
  if (byHandle !== undefined) return byHandle;
  const reading = readOrderId(text);
  if (reading.kind === 'order-id') return reading.id;
  const handles = [...state.initial.handles.keys()];
  const hint = handles.length === 0 ? 'its scenario has no handles' : `its handles are ${handles.join(', ')}`;
  throw new UserError({
    what: `${JSON.stringify(text)} does not name an order: ${reading.reason}`,
    expected: 'an order id, or a handle of the scenario',
    hint,
  });
}

function find(state: EnvironmentState, id: bigint): PlacedOrder | undefined {
  state.shipDue();
  return state.store.get(id);
}

function viewOrder({ order, status }: PlacedOrder) {
  return { ...order, status };
}

function unknownOrder(id: bigint): ControlResponse {
  return refusal('order_not_found', `There is no order ${id}.`);
}
