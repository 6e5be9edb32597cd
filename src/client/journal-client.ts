import type { Caller, CallOptions } from './caller.ts';
import type * as wire from './journal-types.ts';

/** What clients did in one environment. */
export class JournalClient {
  readonly #call: Caller;
  readonly #path: string;

  /** `path` is that of the environment. */
  constructor(call: Caller, path: string) {
    this.#call = call;
    this.#path = `${path}/journal`;
  }

  /** A page of exchanges, newest first. */
  find(
    filter: wire.JournalFilter & { readonly limit?: number; readonly cursor?: number } = {},
    options?: CallOptions,
  ): Promise<wire.JournalPage> {
    return this.#call.json('GET', this.#path, { query: filter }, options);
  }

  /** Waits until so many finished exchanges match; `timeout` such as `5s`, at most `60s`. */
  wait(
    what: wire.JournalFilter & { readonly count?: number; readonly timeout?: string } = {},
    options?: CallOptions,
  ): Promise<wire.JournalWait> {
    return this.#call.json('GET', `${this.#path}/wait`, { query: what }, options);
  }

  /** Holds the journal against statements about what the client did. A check that fails is an answer, not an error. */
  verify(checks: readonly wire.Check[], options?: CallOptions): Promise<wire.Verification> {
    return this.#call.json('POST', `${this.#path}/verify`, { json: { checks } }, options);
  }

  /** Forgets every exchange; answers how many there were. */
  async clear(options?: CallOptions): Promise<number> {
    return (await this.#call.json<{ deleted: number }>('DELETE', this.#path, {}, options)).deleted;
  }
}
