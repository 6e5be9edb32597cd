/** The result of checking a key. Spec 5.4 has one response for missing and invalid keys; only a header differs. */
export type Authorization =
  | { readonly kind: 'accepted' }
  /** `tokenSent`: whether the request has a bearer token, which is not a key. */
  | { readonly kind: 'refused'; readonly tokenSent: boolean };

/** What a token is compared with: API keys, or the token of a control API. */
type Accepted = { accepts(token: string): boolean };

const bearer = /^bearer +[\x21-\x7e]+$/i;

/**
 * Checks the Authorization headers of a request: exactly one, with the scheme Bearer and one token without spaces that is
 * a key. Spec 5.1 and 5.4. With `exactCase` the scheme must be spelled `Bearer`: gap `bearer-case`.
 */
export function authorize(headers: readonly string[], keys: Accepted, exactCase: boolean): Authorization {
  const token = exactCase && hasOtherBearerCase(headers) ? undefined : bearerTokenOf(headers);
  if (token !== undefined && keys.accepts(token)) return { kind: 'accepted' };
  return { kind: 'refused', tokenSent: token !== undefined };
}

/**
 * Whether the scheme of a request is Bearer in another case than `Bearer`, so that its response relies on gap
 * `bearer-case`, also if its token is no key: only a token that was sent makes the challenge `invalid_token`.
 */
export function hasOtherBearerCase(headers: readonly string[]): boolean {
  return bearerTokenOf(headers) !== undefined && headers[0]?.startsWith('Bearer ') === false;
}

/** The token of a request with exactly one Authorization header of the form `Bearer …`, whether or not it is a key. */
export function bearerTokenOf(headers: readonly string[]): string | undefined {
  const [header = ''] = headers;
  // A token has no spaces, so it follows the last one.
  return headers.length === 1 && bearer.test(header) ? header.slice(header.lastIndexOf(' ') + 1) : undefined;
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
