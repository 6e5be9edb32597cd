/** The result of checking a key. Spec 5.4 has one response for missing and invalid keys; only a header differs. */
export type Authorization =
  | { readonly kind: 'accepted' }
  /** `tokenSent`: whether the request has a bearer token, which is not a key. */
  | { readonly kind: 'refused'; readonly tokenSent: boolean };

/** What a token is compared with: API keys, or the token of a control API. */
type Accepted = { accepts(token: string): boolean };

const bearer = /^bearer +[\x21-\x7e]+$/i;

const accepted: Authorization = { kind: 'accepted' };

/**
 * Checks the Authorization headers of a request: exactly one, with the scheme Bearer and one token without spaces that is
 * a key. Spec 5.1 and 5.4. With `exactCase` the scheme must be spelled `Bearer`: gap `bearer-case`.
 */
export function authorize(headers: readonly string[], keys: Accepted, exactCase: boolean): Authorization {
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

/**
 * Compares two texts in a time that depends only on the length of `given`. Node's `timingSafeEqual` does the same for
 * Buffers of equal length, but the digests to make them cost a sixth of the time of a small response.
 */
export function equalsSecret(given: string, secret: string): boolean {
  let differences = given.length ^ secret.length;
  for (let at = 0; at < given.length; at += 1)
    // Beyond the end of the secret, compare with its first character: the lengths differ already.
    differences |= given.charCodeAt(at) ^ secret.charCodeAt(at < secret.length ? at : 0);
  return differences === 0;
}
