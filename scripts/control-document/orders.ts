import { orderStatuses } from '../../src/simulator/orders/order.ts';
import { json, s } from './schema.ts';
import type { Section } from './section.ts';

export const orders: Section = {
  tag: 'orders',
  schemas: {
    OrderStatus: s.says('The status of an order, which the service never sends.', s.choice(...orderStatuses)),
    Order: s.says(
      'An order with its status.',
      s.object({
        'id?': s.int64,
        'petId?': s.int64,
        'quantity?': { type: 'integer', 'x-exact': true },
        'shipDate?': s.dateTime,
        'complete?': s.boolean,
        status: s.ref('OrderStatus'),
      }),
    ),
    OrderChange: s.says(
      'An order, and the order that it replaced.',
      s.object({ order: s.ref('Order'), 'before?': s.ref('Order') }),
    ),
  },
  operations: {
    'GET /environments/{environment}/orders': {
      id: 'listOrders',
      summary: 'List the orders with their status',
      description: 'All of them, unless `limit` is given.',
      responses: {
        200: json(
          'The orders, in the order of placement.',
          s.object({
            orders: s.list(s.ref('Order')),
            total: s.says(
              'The number of orders that match, also of those before `offset` and after `limit`.',
              s.integer,
            ),
          }),
          { orders: [{ id: 9007199254740993n, petId: 7, status: 'pending' }], total: 1 },
        ),
      },
    },
    'GET /environments/{environment}/orders/{order}': {
      id: 'getOrder',
      summary: 'Get an order',
      responses: { 200: json('The order.', s.ref('Order')) },
    },
    'PUT /environments/{environment}/orders/{order}': {
      id: 'putOrder',
      summary: 'Place or replace an order',
      description:
        'A replaced order keeps its position in the list. Changing the status of a shipped order requires `force`.',
      body: 'OrderRequest',
      example: { petId: 7, quantity: 2, status: 'pending' },
      responses: {
        200: json('The order was replaced. `before` is the previous order.', s.ref('OrderChange')),
        201: json('The order was placed.', s.ref('OrderChange')),
      },
    },
    'DELETE /environments/{environment}/orders/{order}': {
      id: 'deleteOrder',
      summary: 'Delete an order without cancelling it',
      responses: { 200: json('The deleted order.', s.object({ deleted: s.ref('Order') })) },
    },
    'POST /environments/{environment}/orders/{order}/ship': {
      id: 'shipOrder',
      summary: 'Ship a pending order',
      description:
        'Shipping a cancelled order requires `force`. An order that has already shipped stays unchanged, and `changed` is false.',
      responses: {
        200: json('The order has shipped.', s.object({ order: s.ref('Order'), changed: s.boolean }), {
          order: { id: 48210013, status: 'shipped' },
          changed: true,
        }),
      },
    },
  },
};
