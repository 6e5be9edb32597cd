import type { OrderRequest, OrderStatus } from '../control-api.ts';
import type { Caller, CallOptions } from './caller.ts';

/** An order id, or a handle of the scenario. */
export type OrderReference = bigint | number | string;

type ForceOptions = CallOptions & { readonly force?: boolean };
type OrderFilter = { readonly status?: OrderStatus; readonly offset?: number; readonly limit?: number };

const named = (order: OrderReference) => ({ order: String(order) });

/** The orders of one environment, including the status that the service never sends. */
export type OrdersClient = ReturnType<typeof createOrdersClient>;

export function createOrdersClient({ json }: Caller) {
  /** Returns a part of the orders, or of those with a given status, and the number of all that match. */
  const find = (filter: OrderFilter = {}, options?: CallOptions) =>
    json('GET /environments/{environment}/orders', { query: filter }, options);
  return {
    find,
    /** Returns every order, or those with a given status. */
    list: async (status?: OrderStatus, options?: CallOptions) =>
      (await find({ ...(status && { status }) }, options)).orders,
    get: (order: OrderReference, options?: CallOptions) =>
      json('GET /environments/{environment}/orders/{order}', { params: named(order) }, options),
    /** Places or replaces an order. `force` also changes the status of a shipped order. */
    put: (order: OrderReference, fields: OrderRequest, { force, ...options }: ForceOptions = {}) => {
      const call = { params: named(order), json: fields, query: { force } };
      return json('PUT /environments/{environment}/orders/{order}', call, options);
    },
    /** Deletes an order without cancelling it. Returns it. */
    delete: async (order: OrderReference, options?: CallOptions) => {
      const call = { params: named(order) };
      return (await json('DELETE /environments/{environment}/orders/{order}', call, options)).deleted;
    },
    /** Ships a pending order. `force` also ships a cancelled order. */
    ship: (order: OrderReference, { force, ...options }: ForceOptions = {}) => {
      const call = { params: named(order), query: { force } };
      return json('POST /environments/{environment}/orders/{order}/ship', call, options);
    },
  };
}
