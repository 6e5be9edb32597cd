import type { Fault, FaultStatus } from '../control-api.ts';
import type { Caller, CallOptions } from './caller.ts';

/** The faults of one environment. */
export class FaultsClient {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Returns the faults, in the order in which they were added. */
  async list(options?: CallOptions): Promise<readonly FaultStatus[]> {
    return (await this.#call.json('GET /environments/{environment}/faults', {}, options)).faults;
  }

  /**
   * Adds a fault.
   *
   * @example
   * await environment.faults.add({ kind: 'reset', operation: 'cancelOrder', when: 'after-commit', times: 1 });
   */
  add(fault: Fault, options?: CallOptions): Promise<FaultStatus> {
    return this.#call.json('POST /environments/{environment}/faults', { json: fault }, options);
  }

  /** Replaces all faults. */
  async replace(faults: readonly Fault[], options?: CallOptions): Promise<readonly FaultStatus[]> {
    const call = { json: { faults } };
    return (await this.#call.json('PUT /environments/{environment}/faults', call, options)).faults;
  }

  /** Deletes a fault. Returns it. */
  async delete(id: string, options?: CallOptions): Promise<FaultStatus> {
    const call = { params: { fault: id } };
    return (await this.#call.json('DELETE /environments/{environment}/faults/{fault}', call, options))
      .deleted;
  }

  /** Deletes all faults. Returns them. */
  async clear(options?: CallOptions): Promise<readonly FaultStatus[]> {
    return (await this.#call.json('DELETE /environments/{environment}/faults', {}, options)).deleted;
  }
}
