import type { Caller, CallOptions } from './caller.ts';
import type * as wire from './wire-types.ts';

/** The API keys of one environment. */
export class KeysClient {
  readonly #call: Caller;
  readonly #path: string;

  /** `path` is that of the environment. */
  constructor(call: Caller, path: string) {
    this.#call = call;
    this.#path = `${path}/keys`;
  }

  /** The API keys by their ids. */
  async list(options?: CallOptions): Promise<readonly wire.KeyView[]> {
    return (await this.#call.json<{ keys: readonly wire.KeyView[] }>('GET', this.#path, {}, options)).keys;
  }

  /** Adds an API key; a random one where none is given. */
  add(key: wire.KeyRequest = {}, options?: CallOptions): Promise<wire.NewKey> {
    return this.#call.json('POST', this.#path, { json: key }, options);
  }

  /** Puts API keys in the place of all that are there. */
  async replace(
    keys: readonly (wire.KeyRequest & { readonly key: string })[],
    options?: CallOptions,
  ): Promise<readonly wire.KeyView[]> {
    type Answer = { keys: readonly wire.KeyView[] };
    return (await this.#call.json<Answer>('PUT', this.#path, { json: { keys } }, options)).keys;
  }

  /** Revokes an API key. */
  async revoke(id: string, options?: CallOptions): Promise<wire.KeyView> {
    type Answer = { revoked: wire.KeyView };
    const path = `${this.#path}/${encodeURIComponent(id)}`;
    return (await this.#call.json<Answer>('DELETE', path, {}, options)).revoked;
  }
}
