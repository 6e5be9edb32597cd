import { bearerTokenOf } from '../../../authorization.ts';
import { headerValues } from './request-fields.ts';

/**
 * Returns the id of the API key that a request was sent with. Undefined if it had none that exists now.
 *
 * @param keyId returns the id of the key that equals a text
 */
export function sentKeyId(
  rawHeaders: readonly string[],
  keyId: (text: string) => string | undefined,
): string | undefined {
  const token = bearerTokenOf(headerValues(rawHeaders, 'authorization'));
  return token === undefined ? undefined : keyId(token);
}
