import type { PathName } from '../environment/operation.ts';
import { choice, type Exchange } from './exchange.ts';
import { refuse } from './refusal.ts';
import { methodsOfPath } from './route.ts';
import type { ServiceResponse } from './service-response.ts';

/** Refuses a method that a path does not have: gap `wrong-method`. */
export function refuseMethod(exchange: Exchange, path: PathName): ServiceResponse {
  return choice(exchange, 'wrong-method') === 'not-found'
    ? refuse(exchange, 'not_found')
    : refuse(exchange, 'method_not_allowed', ['Allow', allowed(exchange, path)]);
}

/** Choices OPTIONS of a known path, a browser's preflight among them: gaps `options` and `cors`. */
export function answerOptions(exchange: Exchange, path: PathName): ServiceResponse {
  const { headers } = exchange.request;
  const preflight = headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
  if (preflight && choice(exchange, 'cors') === 'on') {
    const methods = ['Access-Control-Allow-Methods', methodsOfPath[path].join(', ')];
    return {
      status: 204,
      headers: [...methods, 'Access-Control-Allow-Headers', 'Authorization, Content-Type'],
    };
  }
  if (choice(exchange, 'options') === 'method-not-allowed') return refuseMethod(exchange, path);
  return { status: 204, headers: ['Allow', allowed(exchange, path)] };
}

/** The headers that let any web page read an answer, without credentials: gap `cors`. */
export function corsHeaders(exchange: Exchange): readonly string[] {
  const on = exchange.request.headers.origin !== undefined && choice(exchange, 'cors') === 'on';
  return on ? anyOrigin : none;
}

const anyOrigin: readonly string[] = ['Access-Control-Allow-Origin', '*'];
const none: readonly string[] = [];

function allowed(exchange: Exchange, path: PathName): string {
  const { answers } = exchange;
  const withoutHead = path === 'orders' && answers['head-list'] === 'method-not-allowed';
  const methods = methodsOfPath[path].filter((method) => !(withoutHead && method === 'HEAD'));
  return [...methods, ...(answers.options === 'allow' ? ['OPTIONS'] : [])].join(', ');
}
