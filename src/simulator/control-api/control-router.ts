import { type Request, type RequestHandler, type Response, Router } from 'express';
import { refusal } from './control-error.ts';
import type { ControlParts } from './control-parts.ts';
import { sendResponse } from './control-response.ts';
import type { ControlRoute } from './control-route.ts';
import { controlRoutes } from './control-routes.ts';
import { readContent } from './request-content.ts';

/** Builds the router of the control API from the table of routes; the guard stands before it. */
export function createControlRouter(parts: ControlParts): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  for (const path of new Set(controlRoutes.map((route) => route.path))) {
    const routes = controlRoutes.filter((route) => route.path === path);
    const handlers = router.route(path.replace(/\{([a-zA-Z]+)\}/g, ':$1'));
    for (const route of routes) {
      const method = route.method.toLowerCase() as Lowercase<typeof route.method>;
      handlers[method]((request, response) => serveRoute(route, parts, request, response));
    }
    handlers.all(refuseMethod(routes));
  }
  router.use((request, response) =>
    sendResponse(
      response,
      refusal(
        'not_found',
        `There is nothing at ${request.path}; GET /openapi/control.yaml describes the API.`,
      ),
    ),
  );
  return router;
}

function refuseMethod(routes: readonly ControlRoute[]): RequestHandler {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = methods.join(', ');
  return (request, response) =>
    sendResponse(
      response,
      refusal('method_not_allowed', `${request.path} has ${allow} alone.`, ['Allow', allow]),
    );
}

async function serveRoute(
  route: ControlRoute,
  parts: ControlParts,
  request: Request,
  response: Response,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const reading = await readContent(request, route.takes);
  if (reading.kind === 'gone') return;
  if (reading.kind === 'refused') return sendResponse(response, reading.answer);
  const mark = request.url.indexOf('?');
  const answer = await route.answer({
    parts,
    parameters: Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [name, String(value)]),
    ),
    query: new URLSearchParams(mark < 0 ? '' : request.url.slice(mark)),
    content: reading.content,
    signal: AbortSignal.any([gone.signal, parts.stopping]),
  });
  sendResponse(response, answer);
}
