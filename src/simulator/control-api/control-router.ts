import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { clientGone } from '../../http/client-connection.ts';
import { type ControlResponse, refusal, sendResponse } from '../../http/control-response.ts';
import { refuseToken } from '../../http/guards.ts';
import { pathOf, readRequestHead } from '../../http/request-head.ts';
import { loadOnce } from '../../load-once.ts';
import { readConsoleFiles } from './console/console-files.ts';
import { allowsChange, createSessions } from './console/sessions.ts';
import type { ControlContext, ControlParts } from './control-context.ts';
import type { ControlRoute } from './control-route.ts';
import { controlRoutes } from './control-routes.ts';
import { readContent, readQuery } from './read-request.ts';
import { readBody } from './scenario-file.ts';
import { locateService } from './service-address.ts';

/** Creates the Express router of the table of routes. Only open routes require neither a token nor a session. */
export function createControlRouter(parts: ControlParts) {
  const context: ControlContext = {
    ...parts,
    sessions: createSessions(parts.token, parts.machine.now, parts.signInCode),
    consoleFiles: parts.consoleFiles ?? loadOnce(readConsoleFiles),
  };
  const router = Router({ caseSensitive: true, strict: true });
  const access: RequestHandler = (request, response, next) => {
    const refused = refuseAccess(request, context);
    if (refused === undefined) next();
    else sendResponse(response, refused);
  };
  for (const [path, rows] of Map.groupBy(controlRoutes, (row) => row.path)) {
    const route = router.route(pathsOf(path));
    for (const row of rows) {
      if (!row.open) route[row.verb](access);
      route[row.verb](serve(row, context));
    }
    if (!rows.every(({ open }) => open)) route.all(access);
    route.all((request, response) => refuseMethod(rows, request, response));
  }
  router.use(access, (request, response) => {
    const hint = 'GET /openapi/control.yaml lists the routes';
    sendResponse(response, refusal('not_found', `No route matches ${pathOf(request)}; ${hint}.`));
  });
  return (request: IncomingMessage, response: ServerResponse) =>
    new Promise<void>((resolve, reject) => {
      response.once('close', resolve);
      // The target may be a whole URL.
      const { url = '' } = request;
      const target = Object.assign(request as Request, { url: pathOf(request) + searchOf(url) });
      router(target, response as Response, reject);
    });
}

/** The paths as Express writes them. `/gates` is an alias of `/holds`. */
function pathsOf(path: string): string[] {
  const pattern = path.replace(/\{(\w+)\}/g, ':$1');
  return [...new Set([pattern, pattern.replace('/holds', '/gates')])];
}

/** Refuses requests without the token and without a session, and changes with a session and without its CSRF token. */
function refuseAccess(
  request: IncomingMessage,
  { sessions, token }: ControlContext,
): ControlResponse | undefined {
  const { authorizations } = readRequestHead(request.rawHeaders);
  const session = authorizations.length === 0 ? sessions.find(request.headers) : undefined;
  if (session === undefined) return refuseToken(authorizations, token);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead || allowsChange(session, request.headers) ? undefined : changeRefused;
}

const changeRefused = refusal(
  'csrf_token_required',
  'With the cookie of a session, this request needs the header X-CSRF-Token with the csrf of GET /session.',
);

function refuseMethod(routes: readonly ControlRoute[], request: Request, response: Response): void {
  const allow = routes.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method])).join(', ');
  const message = `${pathOf(request)} supports only ${allow}.`;
  sendResponse(response, refusal('method_not_allowed', message, ['Allow', allow]));
}

function serve(route: ControlRoute, context: ControlContext): RequestHandler {
  return async (request, response) => {
    const signal = AbortSignal.any([clientGone(response), context.stopping]);
    const content = await readContent(request, route);
    if (content.kind === 'gone') return;
    if (content.kind === 'refused') return sendResponse(response, content.response);
    const { headers, params, url } = request;
    const query = readQuery(new URLSearchParams(searchOf(url)), route.query);
    const body = route.body && (await readBody(content, route.body, context.maxOrders));
    const service = locateService(context.service, request);
    const given = { context, params: params as Readonly<Record<string, string>>, query, body };
    sendResponse(response, await route.handle({ ...given, service, headers, signal }));
  };
}

/** The query of a target, with its question mark. */
function searchOf(url: string): string {
  return url.slice(`${url}?`.indexOf('?'));
}
