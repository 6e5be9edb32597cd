import { z } from 'zod';
import { authorize, equalsSecret } from '../../authorization.ts';
import { type ControlResponse, refusal } from '../../http/control-response.ts';
import { writeJson } from '../../json/json.ts';
import { UserError } from '../../user-error.ts';
import { type ControlRoute, type RawRequest, serveRoute } from './control-route.ts';
import { findRoutes, patternOf } from './find-route.ts';
import { readQuery } from './read-request.ts';

const query = z.strictObject({});
const isPassedOn = (name: string): boolean =>
  ['accept', 'content-type'].includes(name) || name.startsWith('mcp-');

/**
 * Creates the route of the Model Context Protocol. Its tools call the other routes as the client that sent the message, so
 * that they find the same addresses and the same refusals. Only the bearer token opens it.
 */
export function mcpRoute(routes: readonly ControlRoute[]): ControlRoute {
  return {
    method: 'POST',
    path: '/mcp',
    pattern: patternOf('/mcp'),
    query,
    body: undefined,
    accepts: 'json',
    open: false,
    grows: false,
    large: false,
    serve: async (request) => {
      const { search, content, context, headers, signal } = request;
      readQuery(search, query);
      if (!hasToken(request)) return tokenOnly;
      const failures: unknown[] = [];
      const response = await context.serveMcp({
        text: content.kind === 'none' ? '' : content.text,
        headers: Object.fromEntries(
          Object.entries(headers).flatMap(([name, value]) =>
            isPassedOn(name) && typeof value === 'string' ? [[name, value]] : [],
          ),
        ),
        signal,
        fetch: fetchFrom(routes, request, (failure) => failures.push(failure)),
        secrets: [context.token],
      });
      if (failures.length > 0) throw failures[0];
      return response;
    },
  };
}

const tokenOnly = refusal(
  'unauthorized',
  'This route accepts only the token: send "Authorization: Bearer TOKEN".',
  ['WWW-Authenticate', 'Bearer'],
);

/** Other routes may accept what a browser sends by itself. A page must not reach the tools with it. */
function hasToken({ headers: { authorization = '' }, context: { token } }: RawRequest): boolean {
  return (
    authorize([authorization], { accepts: (given) => equalsSecret(given, token) }, false).kind === 'accepted'
  );
}

/** Returns a fetch that calls the handlers of routes. An unexpected error is passed to `onFailure`, and is a 500. */
function fetchFrom(
  routes: readonly ControlRoute[],
  caller: RawRequest,
  onFailure: (error: unknown) => void,
): typeof globalThis.fetch {
  return async (target, { method, body, signal } = {}) => {
    const { pathname, searchParams: search } = new URL(String(target));
    const { route, params } = findRoutes(routes, method ?? 'GET', pathname);
    if (route === undefined) throw new Error(`there is no route ${method} ${pathname}`);
    const content =
      typeof body === 'string' ? ({ kind: 'json', text: body } as const) : ({ kind: 'none' } as const);
    const call = { ...caller, params: params(), search, content, signal: signal ?? caller.signal };
    const response = await serveRoute(route, call).catch((error: unknown): ControlResponse => {
      if (error instanceof UserError) return refusal('bad_request', error.message);
      onFailure(error);
      return refusal('internal_error', 'The simulator failed. See its log for details.');
    });
    return respond(response);
  };
}

function respond(response: ControlResponse): Response {
  if ('stream' in response) throw new Error('no tool reads a stream');
  const { status } = response;
  const text = 'json' in response ? writeJson(response.json) : response.text.toString();
  return new Response(status === 204 ? null : text, { status });
}
