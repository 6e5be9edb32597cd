import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { UserError } from '../../shared/user-error.ts';
import { readRequestHead } from '../server/request-head.ts';
import { allowedHosts, refuseWebPage } from './browser-guard.ts';
import { refusal } from './control-error.ts';
import type { ControlParts } from './control-parts.ts';
import { type ControlResponse, ok, sendResponse } from './control-response.ts';
import { createTokenGuard } from './token-guard.ts';

/**
 * The Express app of the control API: our own, on its own port, never mixed with the service's. Described by
 * `openapi/control.yaml`. The two probes are open to anyone, since an orchestrator asks them by the address of a
 * container and they tell nothing; everything else is refused to web pages and to who has no token. The routes are
 * loaded with the first request that gets so far, so that a simulator that nobody controls starts without them.
 */
export function createControlApp(parts: ControlParts): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app
    .route('/livez')
    .get((_request, response) => sendResponse(response, ok({ status: 'alive' })))
    .all(probeMethod);
  app
    .route('/readyz')
    .get((_request, response) => sendResponse(response, readiness(parts)))
    .all(probeMethod);
  app.use(guard(parts));
  app.use(lazyRouter(parts));
  app.use(answerError(parts));
  return (request, response) =>
    // Express passes over every handler when it finds no path in a target, as in `GET file://?x`.
    app(request as Request, response as Response, () =>
      sendResponse(response as Response, refusal('bad_request', 'The target of the request has no path.')),
    );
}

const probeMethod: RequestHandler = (request, response) =>
  sendResponse(
    response,
    refusal('method_not_allowed', `${request.path} has GET alone.`, ['Allow', 'GET, HEAD']),
  );

function readiness(parts: ControlParts): ControlResponse {
  return parts.ready()
    ? ok({ status: 'ready' })
    : refusal('not_ready', 'The simulator is starting or stopping.', ['Retry-After', '1']);
}

function guard(parts: ControlParts): RequestHandler {
  const hosts = allowedHosts(parts.hosts);
  const tokens = createTokenGuard(parts.token, parts.machine);
  return async (request, response, next) => {
    const head = readRequestHead(request.rawHeaders);
    const named = request.headers.host === undefined ? [] : [request.headers.host];
    const foreign = refuseWebPage(head.hosts > 1 ? [] : named, request.headers, hosts);
    if (foreign !== undefined) return sendResponse(response, foreign);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const refused = await tokens.check(head.authorizations, AbortSignal.any([gone.signal, parts.stopping]));
    if (refused !== undefined) return sendResponse(response, refused);
    next();
  };
}

function lazyRouter(parts: ControlParts): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= import('./control-router.ts').then(({ createControlRouter }) => createControlRouter(parts));
    const router = await loading.catch((error: unknown) => {
      // A want of file descriptors passes: the next request tries again.
      loading = undefined;
      throw error;
    });
    await router(request, response, next);
  };
}

/** Express knows an error handler by its four parameters. */
function answerError(parts: ControlParts): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendResponse(response, explain(error, request, parts));
  };
}

function explain(error: unknown, request: Request, parts: ControlParts): ControlResponse {
  if (error instanceof UserError) return refusal('bad_request', error.message);
  if (error instanceof URIError) return refusal('bad_request', 'The path has a broken percent-encoding.');
  parts.reportFailure(error, request);
  return refusal('internal_error', 'The simulator failed; its log tells more.');
}
