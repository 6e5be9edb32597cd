import type { ApiKeys } from './api-keys.ts';

/** What an Authorization header came to. Spec 5.4 has one answer for missing and invalid; the header differs. */
export type Authorization =
  | { readonly kind: 'accepted' }
  /** `tokenSent`: a bearer token came, and it was not a key. */
  | { readonly kind: 'refused'; readonly tokenSent: boolean };

const bearer = /^bearer +[\x21-\x7e]+$/i;

const accepted: Authorization = { kind: 'accepted' };

/**
 * Checks the Authorization headers of a request: exactly one, `Bearer`, one token without inner spaces, and a key of
 * the environment. Spec 5.1 and 5.4. With `exactCase` the scheme must be spelled `Bearer`: gap `bearer-case`.
 */
export function authorize(headers: readonly string[], keys: ApiKeys, exactCase: boolean): Authorization {
  const header = headers[0];
  if (header === undefined || headers.length > 1) return { kind: 'refused', tokenSent: false };
  if (!bearer.test(header) || (exactCase && !header.startsWith('Bearer ')))
    return { kind: 'refused', tokenSent: false };
  return keys.accepts(tokenOf(header)) ? accepted : { kind: 'refused', tokenSent: true };
}

/** The token of a request with exactly one Authorization header in the form `Bearer …`; whether it is a key is not asked. */
export function bearerTokenOf(headers: readonly string[]): string | undefined {
  const header = headers[0];
  return header !== undefined && headers.length === 1 && bearer.test(header) ? tokenOf(header) : undefined;
}

/** A token has no spaces in it, so it stands behind the last one. */
function tokenOf(header: string): string {
  return header.slice(header.lastIndexOf(' ') + 1);
}
