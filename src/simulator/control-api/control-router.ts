import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientGone } from '../../http/client-gone.ts';
import { type ControlResponse, refusal } from '../../http/control-response.ts';
import { pathOf, readRequestHead } from '../../http/request-head.ts';
import { refuseToken } from '../../http/token-guard.ts';
import { createConsoleFiles } from './console/console-files.ts';
import { allowsChange, createSessions } from './console/sessions.ts';
import { createSignIn } from './console/sign-in.ts';
import type { ControlContext, ControlParts } from './control-context.ts';
import type { ControlRoute } from './control-route.ts';
import { controlRoutes } from './control-routes.ts';
import { findRoutes } from './find-route.ts';
import { readContent } from './read-request.ts';
import { locateService } from './service-address.ts';

/** Creates the router of the table of routes. It returns undefined if the client has left. Only open routes require neither a token nor a session. */
export function createControlRouter(parts: ControlParts) {
  const context = createContext(parts);
  return async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '' } = request;
    const path = pathOf(request);
    const { route, all, params } = findRoutes(controlRoutes, method, path);
    const isOpen = route?.open ?? (all.length > 0 && all.every(({ open }) => open));
    if (!isOpen) {
      const refused = refuseAccess(request, context);
      if (refused !== undefined) return refused;
    }
    if (route !== undefined) return serve(route, params(), context, request, response);
    const hint = 'GET /openapi/control.yaml lists the routes';
    return all.length > 0
      ? refuseMethod(all, method, path)
      : refusal('not_found', `No route matches ${path}; ${hint}.`);
  };
}

function createContext(parts: ControlParts): ControlContext {
  return {
    ...parts,
    sessions: createSessions(parts.token, parts.machine.now),
    signIn: createSignIn(parts.token, parts.signInCode),
    consoleFiles: parts.consoleFiles ?? createConsoleFiles(),
  };
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

function refuseMethod(routes: readonly ControlRoute[], method: string, path: string): ControlResponse {
  const allow = routes.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method])).join(', ');
  // Many APIs create with POST to the list. This one creates with PUT, since the client chooses the name.
  const list = routes[0]?.path;
  const put = controlRoutes.find(
    (one) => one.method === 'PUT' && one.path.replace(/\/\{\w+\}$/, '') === list,
  );
  const hint = method === 'POST' && put !== undefined ? `; PUT ${put.path} creates one` : '';
  return refusal('method_not_allowed', `${path} supports only ${allow}${hint}.`, ['Allow', allow]);
}

async function serve(
  route: ControlRoute,
  params: Readonly<Record<string, string>>,
  context: ControlContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ControlResponse | undefined> {
  const gone = clientGone(response);
  const { url = '', headers } = request;
  const content = await readContent(request, route.accepts, route.open);
  if (content.kind === 'gone') return undefined;
  if (content.kind === 'refused') return content.response;
  const search = new URLSearchParams(url.slice(`${url}?`.indexOf('?')));
  const raw = {
    context,
    params,
    search,
    content,
    service: locateService(context.service, request),
    headers,
    signal: AbortSignal.any([gone, context.stopping]),
  };
  return route.serve(raw);
}
