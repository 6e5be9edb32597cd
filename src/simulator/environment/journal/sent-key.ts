import { bearerTokenOf } from '../../../authorization.ts';
import type { ApiKeys } from '../api-keys.ts';
import { headerValues } from './request-fields.ts';

/** Returns the id of the API key that a request was sent with. Undefined if it had none that exists now. */
export function sentKeyId(rawHeaders: readonly string[], keys: ApiKeys): string | undefined {
  const token = bearerTokenOf(headerValues(rawHeaders, 'authorization'));
  return token === undefined ? undefined : keys.idOf(token);
}
