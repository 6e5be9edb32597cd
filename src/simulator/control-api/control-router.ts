import type { IncomingMessage } from 'node:http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { clientGone } from '../../http/client-gone.ts';
import { type ControlResponse, refusal, sendResponse } from '../../http/control-response.ts';
import { pathOf } from '../../http/request-head.ts';
import { createTokenGuard, type TokenGuard } from '../../http/token-guard.ts';
import { writeLongJson } from '../../json/long-json.ts';
import { requireAccess } from './access-guard.ts';
import { changedParts } from './console/changed-parts.ts';
import { createConsoleFiles } from './console/console-files.ts';
import { createEvents } from './console/events.ts';
import { createSessions } from './console/sessions.ts';
import { createSignIn } from './console/sign-in.ts';
import type { ControlContext, ControlParts } from './control-context.ts';
import type { ControlRoute } from './control-route.ts';
import { controlRoutes } from './control-routes.ts';
import { readContent } from './read-request.ts';
import { locateService } from './service-address.ts';

/** Creates an Express router from the table of routes. Only open routes require neither a token nor a session. */
export function createControlRouter(parts: ControlParts): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const tokens = createTokenGuard(parts.token, parts.machine);
  const context = createContext(parts, tokens);
  const openRoutes = controlRoutes.filter(({ open }) => open);
  addRoutes(router, openRoutes, context);
  router.use(requireAccess(context, tokens));
  // The open ones among them have responded already.
  addRoutes(router, controlRoutes, context);
  router.use((request, response) =>
    sendResponse(
      response,
      refusal(
        'not_found',
        `No route matches ${pathOf(request)}; GET /openapi/control.yaml lists the routes.`,
      ),
    ),
  );
  return router;
}

function addRoutes(router: Router, rows: readonly ControlRoute[], context: ControlContext): void {
  for (const path of new Set(rows.map((route) => route.path))) {
    const routes = rows.filter((route) => route.path === path);
    const handlers = router.route(path.replace(/\{([a-zA-Z]+)\}/g, ':$1'));
    for (const route of routes) {
      const method = route.method.toLowerCase() as Lowercase<typeof route.method>;
      handlers[method]((request, response) => serve(route, context, request, response));
    }
    // A path with routes of both kinds refuses other methods only with a token.
    if (routes.length === controlRoutes.filter((route) => route.path === path).length)
      handlers.all(refuseMethod(routes, path));
  }
}

/** What a failure of the stream of events is reported with: it belongs to no request. */
const eventsRequest = { method: 'GET', url: '/events', rawHeaders: [] as string[] } as IncomingMessage;

function createContext(parts: ControlParts, tokens: TokenGuard): ControlContext {
  return {
    ...parts,
    sessions: createSessions(parts),
    signIn: createSignIn(tokens, parts.signInCode),
    events: createEvents({ ...parts, onError: (error) => parts.reportFailure(error, eventsRequest) }),
    consoleFiles: parts.consoleFiles ?? createConsoleFiles(),
  };
}

function refuseMethod(routes: readonly ControlRoute[], path: string): RequestHandler {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = methods.join(', ');
  // Many APIs create with POST to the list. This one creates with PUT, since the client chooses the name.
  const put = controlRoutes.find(
    (one) => one.method === 'PUT' && one.path.replace(/\/\{\w+\}$/, '') === path,
  );
  return (request, response) => {
    const hint = request.method === 'POST' && put !== undefined ? `; PUT ${put.path} creates one` : '';
    const message = `${pathOf(request)} supports only ${allow}${hint}.`;
    sendResponse(response, refusal('method_not_allowed', message, ['Allow', allow]));
  };
}

async function serve(
  route: ControlRoute,
  context: ControlContext,
  request: Request,
  response: Response,
): Promise<void> {
  const gone = clientGone(response);
  const reading = await readContent(request, route.accepts);
  if (reading.kind === 'gone') return;
  if (reading.kind === 'refused') return sendResponse(response, reading.response);
  const served = await route.serve({
    context,
    // Only wildcards, which no route has, make a list of a parameter.
    params: request.params as Readonly<Record<string, string>>,
    search: new URLSearchParams(request.url.slice(`${request.url}?`.indexOf('?'))),
    content: reading.content,
    service: locateService(context.service, request),
    headers: request.headers,
    signal: AbortSignal.any([gone, context.stopping]),
  });
  const parts = served.status < 400 ? changedParts(route.method, route.path) : [];
  if (parts.length > 0) context.events.changed(`${request.params.environment}`, parts);
  sendResponse(response, 'json' in served ? await inText(served) : served);
}

const lineEnd = Buffer.from('\n');

/** Writes the JSON of a response in slices: a journal can have a thousand exchanges. */
async function inText({
  json,
  ...rest
}: Extract<ControlResponse, { json: unknown }>): Promise<ControlResponse> {
  const text = await writeLongJson(json);
  return { ...rest, type: 'application/json', text: Buffer.concat([text, lineEnd]) };
}
