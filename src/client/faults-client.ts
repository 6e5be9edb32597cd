import type { Fault } from '../control-api.ts';
import type { Caller, CallOptions } from './caller.ts';

export type FaultsClient = ReturnType<typeof createFaultsClient>;

export function createFaultsClient({ json }: Caller) {
  return {
    /** Returns the faults, in the order in which they were added. */
    list: async (options?: CallOptions) =>
      (await json('GET /environments/{environment}/faults', {}, options)).faults,
    /**
     * Adds a fault.
     *
     * @example
     * await environment.faults.add({ kind: 'reset', operation: 'cancelOrder', when: 'after-commit', times: 1 });
     */
    add: (fault: Fault, options?: CallOptions) =>
      json('POST /environments/{environment}/faults', { json: fault }, options),
    replace: async (faults: readonly Fault[], options?: CallOptions) =>
      (await json('PUT /environments/{environment}/faults', { json: { faults } }, options)).faults,
    /** Deletes a fault. Returns it. */
    delete: async (fault: string, options?: CallOptions) =>
      (await json('DELETE /environments/{environment}/faults/{fault}', { params: { fault } }, options))
        .deleted,
    /** Deletes all faults. Returns them. */
    clear: async (options?: CallOptions) =>
      (await json('DELETE /environments/{environment}/faults', {}, options)).deleted,
  };
}
