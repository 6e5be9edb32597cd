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
export type GatesClient = ReturnType<typeof createGatesClient>;

export function createGatesClient({ json }: Caller) {
  return {
    /** Returns the holds and the requests that wait at them. */
    list: async (options?: CallOptions) =>
      (await json('GET /environments/{environment}/holds', {}, options)).gates,
    open: (gate: GateRequest = {}, options?: CallOptions) =>
      json('POST /environments/{environment}/holds', { json: gate }, options),
    /** Returns a hold and the requests that wait at it. */
    get: (hold: string, options?: CallOptions): Promise<Gate> =>
      json('GET /environments/{environment}/holds/{hold}', { params: { hold } }, options),
    /** Waits until `waiting` requests wait at a hold. `timeout` is a duration such as `5s`, up to `60s`. */
    wait: async (
      hold: string,
      { waiting = 1, timeout }: { readonly waiting?: number; readonly timeout?: string } = {},
      options?: CallOptions,
    ): Promise<GateWait> => {
      const call = { params: { hold }, query: { waiting, timeout } };
      return {
        reached: false,
        ...(await json('GET /environments/{environment}/holds/{hold}', call, options)),
      };
    },
    /** Releases one waiting request. Returns after its commit. */
    release: async (hold: string, exchange: number, options?: CallOptions) => {
      const call = { params: { hold }, json: { exchange } };
      return (await json('POST /environments/{environment}/holds/{hold}/release', call, options)).released;
    },
    /** Releases all waiting requests one after the other, those of `order` first, and closes the hold. */
    close: async (hold: string, order: readonly number[] = [], options?: CallOptions) => {
      const call = { params: { hold }, query: order.length === 0 ? {} : { order: order.join() } };
      return (await json('DELETE /environments/{environment}/holds/{hold}', call, options)).released;
    },
  };
}
