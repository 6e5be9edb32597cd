import type { ApiKeys } from './api-keys.ts';

/** The result of checking a key. Spec 5.4 has one response for missing and invalid keys; only a header differs. */
export type Authorization =
  | { readonly kind: 'accepted' }
  /** `tokenSent`: whether the request has a bearer token, which is not a key. */
  | { readonly kind: 'refused'; readonly tokenSent: boolean };

const bearer = /^bearer +[\x21-\x7e]+$/i;

const accepted: Authorization = { kind: 'accepted' };

/**
 * Checks the Authorization headers of a request: exactly one, with the scheme Bearer and one token without spaces that is
 * a key. Spec 5.1 and 5.4. With `exactCase` the scheme must be spelled `Bearer`: gap `bearer-case`.
 */
export function authorize(headers: readonly string[], keys: ApiKeys, exactCase: boolean): Authorization {
  const header = headers[0];
  if (header === undefined || headers.length > 1) return { kind: 'refused', tokenSent: false };
  if (!bearer.test(header) || (exactCase && !header.startsWith('Bearer ')))
    return { kind: 'refused', tokenSent: false };
  return keys.accepts(tokenOf(header)) ? accepted : { kind: 'refused', tokenSent: true };
}

/**
 * Whether the scheme of a request is Bearer in another case than `Bearer`, so that its response relies on gap
 * `bearer-case`, also if its token is no key: only a token that was sent makes the challenge `invalid_token`.
 */
export function hasOtherBearerCase(headers: readonly string[]): boolean {
  const header = headers[0];
  return header !== undefined && headers.length === 1 && !header.startsWith('Bearer ') && bearer.test(header);
}

/** The token of a request with exactly one Authorization header of the form `Bearer …`, whether or not it is a key. */
export function bearerTokenOf(headers: readonly string[]): string | undefined {
  const header = headers[0];
  return header !== undefined && headers.length === 1 && bearer.test(header) ? tokenOf(header) : undefined;
}

/** A token has no spaces, so it follows the last one. */
function tokenOf(header: string): string {
  return header.slice(header.lastIndexOf(' ') + 1);
}
