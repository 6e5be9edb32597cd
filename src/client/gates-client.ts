import type { Gate, GateRequest, GateWait } from '../control-api.ts';
import type { Caller, CallOptions } from './caller.ts';

/**
 * The holds of one environment. A hold stops cancels at their commit, so that a test decides the outcome of a race.
 *
 * @example
 * const { id } = await environment.gates.open({ orderId: 1n });
 * const cancelled = cancelOrder(1n);
 * await environment.gates.wait(id);
 * await environment.orders.ship(1n);
 * await environment.gates.close(id);
 */
export class GatesClient {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Returns the holds and the requests that wait at them. */
  async list(options?: CallOptions): Promise<readonly Gate[]> {
    return (await this.#call.json('GET /environments/{environment}/holds', {}, options)).gates;
  }

  /** Opens a hold. */
  open(gate: GateRequest = {}, options?: CallOptions): Promise<Gate> {
    return this.#call.json('POST /environments/{environment}/holds', { json: gate }, options);
  }

  /** Returns a hold and the requests that wait at it. */
  get(id: string, options?: CallOptions): Promise<Gate> {
    return this.#call.json('GET /environments/{environment}/holds/{hold}', { params: { hold: id } }, options);
  }

  /** Waits until `waiting` requests wait at a hold. `timeout` is a duration such as `5s`, up to `60s`. */
  async wait(
    id: string,
    { waiting = 1, timeout }: { readonly waiting?: number; readonly timeout?: string } = {},
    options?: CallOptions,
  ): Promise<GateWait> {
    const call = { params: { hold: id }, query: { waiting, timeout } };
    const gate = await this.#call.json('GET /environments/{environment}/holds/{hold}', call, options);
    return { reached: false, ...gate };
  }

  /** Releases one waiting request. Returns after its commit. */
  async release(id: string, exchange: number, options?: CallOptions): Promise<readonly number[]> {
    const call = { params: { hold: id }, json: { exchange } };
    return (await this.#call.json('POST /environments/{environment}/holds/{hold}/release', call, options))
      .released;
  }

  /** Releases all waiting requests one after the other, those of `order` first, and closes the hold. */
  async close(id: string, order: readonly number[] = [], options?: CallOptions): Promise<readonly number[]> {
    const query = order.length === 0 ? {} : { order: order.join() };
    const call = { params: { hold: id }, query };
    return (await this.#call.json('DELETE /environments/{environment}/holds/{hold}', call, options)).released;
  }
}
