import type { KeyRequest } from '../control-api.ts';
import type { Caller, CallOptions } from './caller.ts';

export type KeysClient = ReturnType<typeof createKeysClient>;

export function createKeysClient({ json }: Caller) {
  return {
    /** Returns the API keys by their ids. */
    list: async (options?: CallOptions) =>
      (await json('GET /environments/{environment}/keys', {}, options)).keys,
    /** Adds an API key. The default key is random. */
    add: (key: KeyRequest = {}, options?: CallOptions) =>
      json('POST /environments/{environment}/keys', { json: key }, options),
    replace: async (keys: readonly (KeyRequest & { readonly key: string })[], options?: CallOptions) =>
      (await json('PUT /environments/{environment}/keys', { json: { keys } }, options)).keys,
    /** Revokes an API key. Returns it. */
    revoke: async (key: string, options?: CallOptions) =>
      (await json('DELETE /environments/{environment}/keys/{key}', { params: { key } }, options)).revoked,
  };
}
