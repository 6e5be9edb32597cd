import type { KeyRequest, KeyView, NewKey } from '../control-api.ts';
import type { Caller, CallOptions } from './caller.ts';

/** The API keys of one environment. */
export class KeysClient {
  readonly #call: Caller;

  constructor(call: Caller) {
    this.#call = call;
  }

  /** Returns the API keys by their ids. */
  async list(options?: CallOptions): Promise<readonly KeyView[]> {
    return (await this.#call.json('GET /environments/{environment}/keys', {}, options)).keys;
  }

  /** Adds an API key. The default key is random. */
  add(key: KeyRequest = {}, options?: CallOptions): Promise<NewKey> {
    return this.#call.json('POST /environments/{environment}/keys', { json: key }, options);
  }

  /** Replaces all API keys. */
  async replace(
    keys: readonly (KeyRequest & { readonly key: string })[],
    options?: CallOptions,
  ): Promise<readonly KeyView[]> {
    const call = { json: { keys } };
    return (await this.#call.json('PUT /environments/{environment}/keys', call, options)).keys;
  }

  /** Revokes an API key. Returns it. */
  async revoke(id: string, options?: CallOptions): Promise<KeyView> {
    const call = { params: { key: id } };
    return (await this.#call.json('DELETE /environments/{environment}/keys/{key}', call, options)).revoked;
  }
}
