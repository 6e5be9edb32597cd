import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowedHosts, refuseWebPage } from '../../../http/browser-guard.ts';
import { type ControlResponse, noContent, refusal, sendResponse } from '../../../http/control-response.ts';
import { trackConnections } from '../../../http/drain.ts';
import { createHttpServer } from '../../../http/http-server.ts';
import { hostInUrl, listen } from '../../../http/listen.ts';
import { pathOf, readRequestHead } from '../../../http/request-head.ts';
import { refuseToken } from '../../../http/token-guard.ts';

export type ControlActions = {
  /** Returns the report of what was judged so far, as JSON. */
  report(): Promise<string>;
  /** Forgets the orders, because the upstream was reset. */
  forgetOrders(): void;
};

export type ControlOptions = {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  readonly token: string;
  readonly actions: ControlActions;
};

export type ProxyControl = { readonly origin: string; stop(): Promise<void> };

/** Starts the control port. Web pages and requests without the token are refused. Throws a UserError if it cannot listen. */
export async function startControl({ host, port, token, actions }: ControlOptions): Promise<ProxyControl> {
  const hosts = allowedHosts([host]);
  const handle = async (request: IncomingMessage): Promise<ControlResponse> => {
    const head = readRequestHead(request.rawHeaders);
    const path = pathOf(request);
    const page = refuseWebPage(request, head.hosts, hosts);
    if (page !== undefined) return page;
    if (path === '/livez' || path === '/readyz') return only('GET', request, async () => text('ok\n'));
    const refused = refuseToken(head.authorizations, token);
    if (refused !== undefined) return refused;
    if (path === '/report')
      return only('POST', request, async () => text(await actions.report(), 'application/json'));
    if (path !== '/forget-orders')
      return refusal(
        'not_found',
        'The proxy has POST /report, POST /forget-orders, GET /livez and GET /readyz.',
      );
    return only('POST', request, async () => {
      actions.forgetOrders();
      return noContent;
    });
  };
  const server = createHttpServer((request, response) => void respond(request, response, handle));
  const { stop } = trackConnections(server);
  const bound = await listen(server, { host, port, setting: 'controlPort' });
  return {
    origin: `http://${hostInUrl(host)}:${bound}`,
    stop: () => stop(AbortSignal.abort()),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: IncomingMessage) => Promise<ControlResponse>,
): Promise<void> {
  request.resume();
  const failed = refusal('internal_error', 'The report could not be made: the judging thread has ended.');
  sendResponse(response, await handle(request).catch(() => failed));
}

async function only(
  method: string,
  request: IncomingMessage,
  act: () => Promise<ControlResponse>,
): Promise<ControlResponse> {
  if (request.method === method) return act();
  return refusal('method_not_allowed', `Use ${method}.`, ['Allow', method]);
}

function text(content: string, type = 'text/plain; charset=utf-8'): ControlResponse {
  return { status: 200, text: content, type };
}
