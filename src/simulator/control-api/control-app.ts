import type { RequestListener } from 'node:http';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { allowedHosts, refuseWebPage } from '../../http/browser-guard.ts';
import { type ControlResponse, ok, refusal, sendResponse } from '../../http/control-response.ts';
import { pathOf, readRequestHead } from '../../http/request-head.ts';
import { UserError } from '../../user-error.ts';
import type { ControlParts } from './control-context.ts';

/**
 * Creates the Express router of the control API, which `openapi/control.yaml` describes. The two probes are open to every
 * client, since orchestrators call them by the address of a container. Every other request is refused if it comes from a
 * web page, and, except on open routes, if it has no token. The routes are loaded with the first allowed request, to keep the
 * start fast.
 */
export function createControlApp(context: ControlParts): RequestListener {
  // A router, because an app of Express takes a fifth of a start to load, and nothing that it adds is used.
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route('/livez')
    .get((_request, response) => sendResponse(response, ok({ status: 'alive' })))
    .all(refuseProbeMethod);
  router
    .route('/readyz')
    .get(async (_request, response) => sendResponse(response, await readiness(context)))
    .all(refuseProbeMethod);
  router.use(guard(context));
  router.use(lazyRouter(context));
  router.use(handleError(context));
  return (request, response) =>
    // Express skips every handler if a target has no path, as in `GET file://?x`.
    router(request as Request, response as Response, () =>
      sendResponse(response as Response, refusal('bad_request', 'The target of the request has no path.')),
    );
}

const refuseProbeMethod: RequestHandler = (request, response) =>
  sendResponse(
    response,
    refusal('method_not_allowed', `${pathOf(request)} supports only GET and HEAD.`, ['Allow', 'GET, HEAD']),
  );

async function readiness(context: ControlParts): Promise<ControlResponse> {
  return (await context.ready())
    ? ok({ status: 'ready' })
    : refusal('not_ready', 'The simulator is starting or stopping.', ['Retry-After', '1']);
}

function guard(context: ControlParts): RequestHandler {
  const allowed = allowedHosts(context.hosts);
  return (request, response, next) => {
    const { hosts } = readRequestHead(request.rawHeaders);
    const foreign = refuseWebPage(request, hosts, allowed);
    if (foreign !== undefined) return sendResponse(response, foreign);
    next();
  };
}

function lazyRouter(context: ControlParts): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= import('./control-router.ts').then(({ createControlRouter }) => createControlRouter(context));
    const router = await loading.catch((error: unknown) => {
      // Do not cache a failed load; it may succeed later (for example after EMFILE).
      loading = undefined;
      throw error;
    });
    await router(request, response, next);
  };
}

/** Express recognizes an error handler by its four parameters. */
function handleError(context: ControlParts): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendResponse(response, toResponse(error, request, context));
  };
}

function toResponse(error: unknown, request: Request, context: ControlParts): ControlResponse {
  if (error instanceof UserError) return refusal('bad_request', error.message);
  if (error instanceof URIError)
    return refusal('bad_request', 'The path contains an invalid percent-encoding.');
  context.reportFailure(error, request);
  return refusal('internal_error', 'The simulator failed. See its log for details.');
}
