import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type ControlResponse, ok, refusal, sendResponse } from '../../http/control-response.ts';
import { allowedHosts, refuseWebPage } from '../../http/guards.ts';
import { pathOf, readRequestHead } from '../../http/request-head.ts';
import { loadOnce } from '../../load-once.ts';
import { UserError } from '../../user-error.ts';
import { StoreUnavailable } from '../environment/store-unavailable.ts';
import type { ControlParts } from './control-context.ts';

/**
 * Creates the control API, which `openapi/control.yaml` describes. The two probes are open to every client, since
 * orchestrators call them by the address of a container. Every other request is refused if it comes from a web page, and,
 * except on open routes, if it has no token. The routes are loaded with the first allowed request, to keep the start fast.
 */
export function createControlApp(context: ControlParts): RequestListener {
  const allowed = allowedHosts(context.hosts);
  const router = loadOnce(async () => {
    const { createControlRouter } = await import('./control-router.ts');
    return createControlRouter(context);
  });
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request);
    if (path === '/livez' || path === '/readyz') return probe(path, request, context);
    const { hosts } = readRequestHead(request.rawHeaders);
    const refused = refuseWebPage(request, hosts, allowed);
    if (refused !== undefined) return refused;
    await (await router())(request, response);
    return undefined;
  };
  return async (request, response) => {
    try {
      const served = await respond(request, response);
      if (served !== undefined) sendResponse(response, served);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendResponse(response, toResponse(error, request, context));
    }
  };
}

const soon = ['Retry-After', '1'];

async function probe(path: string, { method = '' }: IncomingMessage, context: ControlParts) {
  if (!['GET', 'HEAD'].includes(method))
    return refusal('method_not_allowed', `${path} supports only GET and HEAD.`, ['Allow', 'GET, HEAD']);
  if (path === '/livez') return ok({ status: 'alive' });
  if (await context.ready()) return ok({ status: 'ready' });
  return refusal(
    'not_ready',
    'The simulator is starting or stopping, or its store accepts no changes.',
    soon,
  );
}

function toResponse(error: unknown, request: IncomingMessage, context: ControlParts): ControlResponse {
  if (error instanceof UserError) return refusal('bad_request', error.message);
  if (error instanceof URIError)
    return refusal('bad_request', 'The path contains an invalid percent-encoding.');
  if (error instanceof StoreUnavailable) return refusal('store_unavailable', error.message, soon);
  context.reportFailure(error, request);
  return refusal('internal_error', 'The simulator failed. See its log for details.');
}
