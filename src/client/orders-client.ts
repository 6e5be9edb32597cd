import type { Order, OrderChange, OrderRequest, OrderStatus } from '../control-api.ts';
import type { Caller, CallOptions } from './caller.ts';

/** An order id, or a handle of the scenario. */
export type OrderReference = bigint | number | string;

type ForceOptions = CallOptions & { readonly force?: boolean };

/** The orders of one environment, including the status that the service never sends. */
export class OrdersClient {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Returns every order, or those with a given status. */
  async list(status?: OrderStatus, options?: CallOptions): Promise<readonly Order[]> {
    return (await this.#call.json('GET /environments/{environment}/orders', { query: { status } }, options))
      .orders;
  }

  /** Returns a part of the orders, or of those with a given status, and the number of all that match. */
  find(
    filter: { readonly status?: OrderStatus; readonly offset?: number; readonly limit?: number } = {},
    options?: CallOptions,
  ): Promise<{ readonly orders: readonly Order[]; readonly total: number }> {
    return this.#call.json('GET /environments/{environment}/orders', { query: filter }, options);
  }

  /** Returns one order. */
  get(order: OrderReference, options?: CallOptions): Promise<Order> {
    const call = { params: { order: String(order) } };
    return this.#call.json('GET /environments/{environment}/orders/{order}', call, options);
  }

  /** Places or replaces an order. `force` also changes the status of a shipped order. */
  put(
    order: OrderReference,
    fields: OrderRequest,
    { force, ...options }: ForceOptions = {},
  ): Promise<OrderChange> {
    const call = { params: { order: String(order) }, json: fields, query: { force } };
    return this.#call.json('PUT /environments/{environment}/orders/{order}', call, options);
  }

  /** Deletes an order without cancelling it. Returns it. */
  async delete(order: OrderReference, options?: CallOptions): Promise<Order> {
    const call = { params: { order: String(order) } };
    return (await this.#call.json('DELETE /environments/{environment}/orders/{order}', call, options))
      .deleted;
  }

  /** Ships a pending order. `force` also ships a cancelled order. */
  ship(
    order: OrderReference,
    { force, ...options }: ForceOptions = {},
  ): Promise<{ readonly order: Order; readonly changed: boolean }> {
    const call = { params: { order: String(order) }, query: { force } };
    return this.#call.json('POST /environments/{environment}/orders/{order}/ship', call, options);
  }
}
