import type { ApiKeys } from '../simulation/api-keys.ts';

/** What an Authorization header came to. Spec 5.4 has one answer for missing and invalid; the header differs. */
export type Authorization =
  | { readonly kind: 'accepted' }
  /** `tokenSent`: a bearer token came, and it was not a key. */
  | { readonly kind: 'refused'; readonly tokenSent: boolean };

const bearer = /^(bearer) +([\x21-\x7e]+)$/i;

/**
 * Checks the Authorization headers of a request: exactly one, `Bearer`, one token without inner spaces, and a key of
 * the environment. Spec 5.1 and 5.4. With `exactCase` the scheme must be spelled `Bearer`: gap `bearer-case`.
 */
export function authorize(headers: readonly string[], keys: ApiKeys, exactCase: boolean): Authorization {
  const [header, second] = headers;
  if (header === undefined || second !== undefined) return { kind: 'refused', tokenSent: false };
  const [, scheme, token] = bearer.exec(header) ?? [];
  if (token === undefined || (exactCase && scheme !== 'Bearer')) return { kind: 'refused', tokenSent: false };
  return keys.accepts(token) ? { kind: 'accepted' } : { kind: 'refused', tokenSent: true };
}

/** The token of a request with exactly one Authorization header in the form `Bearer …`; whether it is a key is not asked. */
export function bearerTokenOf(headers: readonly string[]): string | undefined {
  const [header, second] = headers;
  return header === undefined || second !== undefined ? undefined : bearer.exec(header)?.[2];
}
