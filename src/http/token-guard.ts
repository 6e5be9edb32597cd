import { authorize, equalsSecret } from '../authorization.ts';
import type { ErrorBody } from '../control-api.ts';
import { type ControlResponse, refusal } from './control-response.ts';

const hint =
  'send "Authorization: Bearer TOKEN" with the value of SIM_CONTROL_TOKEN or the token printed at the start';
const missing = refusal('unauthorized', `The token is missing; ${hint}.`, ['WWW-Authenticate', 'Bearer']);
const invalid = refusal('unauthorized', `The token is not the token of this control API; ${hint}.`, [
  'WWW-Authenticate',
  'Bearer error="invalid_token"',
]);

/** Refuses requests without the bearer token, which is compared in constant time. Returns undefined for the token. */
export function refuseToken(
  authorizations: readonly string[],
  token: string,
): ControlResponse<ErrorBody> | undefined {
  const tokens = { accepts: (given: string) => equalsSecret(given, token) };
  const authorization = authorize(authorizations, tokens, false);
  if (authorization.kind === 'accepted') return undefined;
  return authorization.tokenSent ? invalid : missing;
}
