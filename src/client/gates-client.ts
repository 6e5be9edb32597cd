import type { Caller, CallOptions } from './caller.ts';
import type * as wire from './wire-types.ts';

/** The gates of one environment. */
export class GatesClient {
  readonly #call: Caller;
  readonly #path: string;

  /** `path` is that of the environment. */
  constructor(call: Caller, path: string) {
    this.#call = call;
    this.#path = `${path}/gates`;
  }

  /** The gates and who waits at them. */
  async list(options?: CallOptions): Promise<readonly wire.Gate[]> {
    return (await this.#call.json<{ gates: readonly wire.Gate[] }>('GET', this.#path, {}, options)).gates;
  }

  /** Holds cancels at the point where they take effect. */
  open(gate: wire.GateRequest = {}, options?: CallOptions): Promise<wire.Gate> {
    return this.#call.json('POST', this.#path, { json: gate }, options);
  }

  /** A gate and who waits at it. */
  get(id: string, options?: CallOptions): Promise<wire.Gate> {
    return this.#call.json('GET', this.#gatePath(id), {}, options);
  }

  /** Waits until so many requests wait at a gate; `timeout` such as `5s`, at most `60s`. */
  wait(
    id: string,
    { waiting = 1, timeout }: { readonly waiting?: number; readonly timeout?: string } = {},
    options?: CallOptions,
  ): Promise<wire.GateWait> {
    return this.#call.json('GET', this.#gatePath(id), { query: { waiting, timeout } }, options);
  }

  /** Lets one waiting request go and waits until it has taken effect. */
  async release(gate: string, exchange: number, options?: CallOptions): Promise<readonly number[]> {
    type Answer = { released: readonly number[] };
    const path = `${this.#gatePath(gate)}/release`;
    return (await this.#call.json<Answer>('POST', path, { json: { exchange } }, options)).released;
  }

  /** Lets everyone go, one after the other, those of `order` first, and takes the gate away. */
  async close(
    gate: string,
    order: readonly number[] = [],
    options?: CallOptions,
  ): Promise<readonly number[]> {
    type Answer = { released: readonly number[] };
    const query = order.length === 0 ? {} : { order: order.join() };
    return (await this.#call.json<Answer>('DELETE', this.#gatePath(gate), { query }, options)).released;
  }

  #gatePath(gate: string): string {
    return `${this.#path}/${encodeURIComponent(gate)}`;
  }
}
