import type { Caller, CallOptions } from './caller.ts';
import type * as wire from './wire-types.ts';

/** An order id, or a handle of the scenario. */
export type OrderReference = bigint | number | string;

/** The orders of one environment, with the status that the service never shows. */
export class OrdersClient {
  readonly #call: Caller;
  readonly #path: string;

  /** `path` is that of the environment. */
  constructor(call: Caller, path: string) {
    this.#call = call;
    this.#path = `${path}/orders`;
  }

  /** Every order with its status, or those of one status. */
  async list(status?: wire.OrderStatus, options?: CallOptions): Promise<readonly wire.Order[]> {
    type Answer = { orders: readonly wire.Order[] };
    return (await this.#call.json<Answer>('GET', this.#path, { query: { status } }, options)).orders;
  }

  /** One order. */
  get(order: OrderReference, options?: CallOptions): Promise<wire.Order> {
    return this.#call.json('GET', this.#orderPath(order), {}, options);
  }

  /** Places an order, or replaces one. `force` changes even one that has shipped. */
  put(
    order: OrderReference,
    fields: wire.OrderRequest,
    { force, ...options }: CallOptions & { readonly force?: boolean } = {},
  ): Promise<{ readonly order: wire.Order; readonly before?: wire.Order }> {
    return this.#call.json('PUT', this.#orderPath(order), { json: fields, query: { force } }, options);
  }

  /** Takes an order away, which is no cancel. */
  async delete(order: OrderReference, options?: CallOptions): Promise<wire.Order> {
    type Answer = { deleted: wire.Order };
    return (await this.#call.json<Answer>('DELETE', this.#orderPath(order), {}, options)).deleted;
  }

  /** Ships a pending order. `force` ships even a cancelled one. */
  ship(
    order: OrderReference,
    { force, ...options }: CallOptions & { readonly force?: boolean } = {},
  ): Promise<{ readonly order: wire.Order; readonly changed: boolean }> {
    return this.#call.json('POST', `${this.#orderPath(order)}/ship`, { query: { force } }, options);
  }

  #orderPath(order: OrderReference): string {
    return `${this.#path}/${encodeURIComponent(String(order))}`;
  }
}
