import type { Check, OperationName } from '../control-api.ts';
import type { Caller, CallOptions } from './caller.ts';

/** Selects exchanges. All given fields must match. */
export type JournalFilter = {
  readonly operation?: OperationName;
  /** The HTTP status of the response, or a class of them. */
  readonly status?: number | '1xx' | '2xx' | '3xx' | '4xx' | '5xx';
  readonly orderId?: bigint;
  /** Match only exchanges with a higher number. */
  readonly since?: number;
  /** A part of the header `traceparent` of the request, such as the trace id. */
  readonly traceparent?: string;
  /** The id of the API key of the request. */
  readonly key?: string;
};

type Page = { readonly limit?: number; readonly cursor?: number };

export type JournalClient = ReturnType<typeof createJournalClient>;

export function createJournalClient({ json }: Caller) {
  return {
    /** Returns a page of exchanges, newest first. */
    find: (filter: JournalFilter & Page = {}, options?: CallOptions) =>
      json('GET /environments/{environment}/journal', { query: filter }, options),
    /** Waits until `count` finished exchanges match. `timeout` is a duration such as `5s`, up to `60s`. */
    wait: (
      filter: JournalFilter & { readonly count?: number; readonly timeout?: string } = {},
      options?: CallOptions,
    ) => json('GET /environments/{environment}/journal/wait', { query: filter }, options),
    /**
     * Checks statements about what the client did. A failed check is part of the result, not an error.
     *
     * @example
     * const { passed, checks } = await environment.journal.verify([{ check: 'cancelled', orderId: 1n, times: 1 }]);
     */
    verify: (checks: readonly Check[], options?: CallOptions) =>
      json('POST /environments/{environment}/journal/verify', { json: { checks } }, options),
    /** Deletes every exchange. Returns how many there were. */
    clear: async (options?: CallOptions) =>
      (await json('DELETE /environments/{environment}/journal', {}, options)).deleted,
  };
}
