import { type Authorization, authorize, hasOtherBearerCase } from '../../authorization.ts';
import { namesOneHost } from '../../http/request-head.ts';
import { type PathName, paths } from '../../operation.ts';
import { choice, type Exchange } from './exchange.ts';
import { refuse } from './refuse.ts';
import type { ServiceResponse } from './service-response.ts';

/**
 * Checks what comes before an operation: the message, its path, its method, then its key. Returns the response if the
 * request gets no further, or if it is an OPTIONS request. Spec 4 and 5.
 */
export function checkRequest(exchange: Exchange): ServiceResponse | undefined {
  const { req, head, tooLarge } = exchange;
  if (tooLarge) return refuse(exchange, 'content_too_large', 'request content_too_large');
  if (!namesOneHost(head, req.httpVersion)) return refuse(exchange, 'bad_request', 'request bad_request');
  const path = pathOf(exchange);
  if (path === undefined) return refuseUnknownPath(exchange);
  if (req.method === 'OPTIONS') return respondToOptions(exchange, path);
  if (!paths[path].methods.includes(req.method)) return refuseMethod(exchange, path);
  const isHead = path === 'orders' && req.method === 'HEAD';
  if (isHead && choice(exchange, 'head-list') === 'method-not-allowed') return notAllowed(exchange, path);
  return checkKey(exchange);
}

/** `/store/orders/` is an empty order id for DELETE, and no path for other methods. */
function pathOf({ req, route }: Exchange): PathName | undefined {
  const emptyId = route.path === 'order' && route.parameter === '';
  return emptyId && req.method !== 'DELETE' ? undefined : route.path;
}

function refuseUnknownPath(exchange: Exchange): ServiceResponse {
  const authorization = authorizeRequest(exchange);
  // With a valid key, both choices respond with 404.
  if (authorization.kind === 'refused' && choice(exchange, 'unknown-path') === 'unauthorized-first')
    return refuseKey(exchange, authorization.tokenSent);
  const isOutside = exchange.route.environment !== exchange.environment.name;
  return refuse(exchange, 'not_found', 'path', [], isOutside ? whereToLook : undefined);
}

/** For a path outside every base address, such as `/`: a newcomer looks there first. */
const whereToLook =
  'There is no operation at this path; the orders are at /v1/store/orders (production) and /staging/v1/store/orders (staging).';

/** Refuses a method that a path does not support: gap `wrong-method`. */
function refuseMethod(exchange: Exchange, path: PathName): ServiceResponse {
  return choice(exchange, 'wrong-method') === 'not-found'
    ? refuse(exchange, 'not_found', 'method')
    : notAllowed(exchange, path);
}

function notAllowed(exchange: Exchange, path: PathName): ServiceResponse {
  return refuse(exchange, 'method_not_allowed', 'method', ['Allow', allowedMethods(exchange, path)]);
}

/** Responds to OPTIONS on a known path, including the preflight request of a browser: gaps `options` and `cors`. */
function respondToOptions(exchange: Exchange, path: PathName): ServiceResponse {
  const { headers } = exchange.req;
  const preflight = headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
  if (preflight && choice(exchange, 'cors') === 'on') {
    // `*` would not allow Authorization. Fetch, 4.9.
    const asked = headers['access-control-request-headers'] ?? 'Authorization, Content-Type';
    return {
      status: 204,
      headers: [
        ...['Access-Control-Allow-Methods', paths[path].methods.join(', ')],
        ...['Access-Control-Allow-Headers', asked],
        ...['Vary', 'Access-Control-Request-Headers'],
      ],
    };
  }
  if (choice(exchange, 'options') === 'method-not-allowed') return notAllowed(exchange, path);
  return { status: 204, headers: ['Allow', allowedMethods(exchange, path)] };
}

function allowedMethods(exchange: Exchange, path: PathName): string {
  const withoutHead = path === 'orders' && choice(exchange, 'head-list') === 'method-not-allowed';
  const methods = paths[path].methods.filter((method) => !(withoutHead && method === 'HEAD'));
  return [...methods, ...(choice(exchange, 'options') === 'allow' ? ['OPTIONS'] : [])].join(', ');
}

/** Returns 401 for a request without a valid key. Spec 5.2 and 5.4. */
function checkKey(exchange: Exchange): ServiceResponse | undefined {
  const authorization = authorizeRequest(exchange);
  return authorization.kind === 'accepted' ? undefined : refuseKey(exchange, authorization.tokenSent);
}

/** Checks the key of a request: gap `bearer-case`. */
function authorizeRequest(exchange: Exchange): Authorization {
  const { authorizations } = exchange.head;
  const exact = hasOtherBearerCase(authorizations) && choice(exchange, 'bearer-case') === 'exact';
  return authorize(authorizations, exchange.state.keys, exact);
}

/** Responds with 401: gap `www-authenticate`. */
export function refuseKey(exchange: Exchange, tokenSent: boolean): ServiceResponse {
  if (choice(exchange, 'www-authenticate') === 'none') return refuse(exchange, 'unauthorized', 'key');
  const challenge = tokenSent ? 'Bearer error="invalid_token"' : 'Bearer';
  return refuse(exchange, 'unauthorized', 'key', ['WWW-Authenticate', challenge]);
}
