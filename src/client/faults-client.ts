import type { Caller, CallOptions } from './caller.ts';
import type * as wire from './wire-types.ts';

/** The faults of one environment. */
export class FaultsClient {
  readonly #call: Caller;
  readonly #path: string;

  /** `path` is that of the environment. */
  constructor(call: Caller, path: string) {
    this.#call = call;
    this.#path = `${path}/faults`;
  }

  /** The faults, in the order of adding. */
  async list(options?: CallOptions): Promise<readonly wire.FaultStatus[]> {
    type Answer = { faults: readonly wire.FaultStatus[] };
    return (await this.#call.json<Answer>('GET', this.#path, {}, options)).faults;
  }

  /** Adds a fault. */
  add(fault: wire.Fault, options?: CallOptions): Promise<wire.FaultStatus> {
    return this.#call.json('POST', this.#path, { json: fault }, options);
  }

  /** Puts faults in the place of all that are there. */
  async replace(faults: readonly wire.Fault[], options?: CallOptions): Promise<readonly wire.FaultStatus[]> {
    type Answer = { faults: readonly wire.FaultStatus[] };
    return (await this.#call.json<Answer>('PUT', this.#path, { json: { faults } }, options)).faults;
  }

  /** Takes a fault away. */
  async delete(id: string, options?: CallOptions): Promise<wire.FaultStatus> {
    type Answer = { deleted: wire.FaultStatus };
    const path = `${this.#path}/${encodeURIComponent(id)}`;
    return (await this.#call.json<Answer>('DELETE', path, {}, options)).deleted;
  }

  /** Takes all faults away. */
  async clear(options?: CallOptions): Promise<readonly wire.FaultStatus[]> {
    type Answer = { deleted: readonly wire.FaultStatus[] };
    return (await this.#call.json<Answer>('DELETE', this.#path, {}, options)).deleted;
  }
}
