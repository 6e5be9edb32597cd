import * as z from 'zod';
import type { ControlClient } from '../../client/control-client.ts';
import { environment, orderReference, whole } from '../fields.ts';
import { defineTool, type McpTool } from '../tool.ts';

/** The maximum number of orders in an output. */
const maxOrders = 50;

export function listOrdersTool(control: ControlClient): McpTool {
  return defineTool({
    name: 'list_orders',
    title: 'Look at orders',
    description: `Shows the orders of an environment with their true status (pending, shipped or cancelled), which the
service itself never sends. Use it to see what the code under test did. Ids are strings, because an id can exceed 2^53.`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      environment,
      order: orderReference('only this order: its id as a string, or its handle').optional(),
      status: z.enum(['pending', 'shipped', 'cancelled']).optional().describe('only orders with this status'),
      limit: whole(1, maxOrders).default(20).describe('number of orders at most'),
      cursor: whole(0, Number.MAX_SAFE_INTEGER).default(0).describe('next of the page before'),
    }),
    run: async ({ environment: name, order, status, limit, cursor }, { signal }) => {
      const { orders } = control.environment(name);
      if (order !== undefined) {
        const one = await orders.get(order, { signal });
        const found = status === undefined || one.status === status ? [one] : [];
        return { orders: found, total: found.length };
      }
      const filter = { offset: cursor, limit, ...(status !== undefined && { status }) };
      const { orders: some, total } = await orders.find(filter, { signal });
      const end = cursor + some.length;
      return { orders: some, total, next: end < total ? end : undefined };
    },
  });
}
