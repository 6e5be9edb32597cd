import { authorize } from '../environment/authorization.ts';
import { choice, type Exchange } from './exchange.ts';
import { refuse } from './refusal.ts';
import type { ServiceResponse } from './service-response.ts';

/** The 401 of a request without a valid key, which comes before anything else on an operation. Spec 5.2 and 5.4. */
export function unauthorized(exchange: Exchange): ServiceResponse | undefined {
  const exact = exchange.answers['bearer-case'] === 'exact';
  const authorization = authorize(exchange.head.authorizations, exchange.state.keys, exact);
  return authorization.kind === 'accepted' ? undefined : refuseKey(exchange, authorization.tokenSent);
}

/** The 401 itself: gap `www-authenticate`. */
export function refuseKey(exchange: Exchange, tokenSent: boolean): ServiceResponse {
  if (choice(exchange, 'www-authenticate') === 'none') return refuse(exchange, 'unauthorized');
  const challenge = tokenSent ? 'Bearer error="invalid_token"' : 'Bearer';
  return refuse(exchange, 'unauthorized', ['WWW-Authenticate', challenge]);
}
