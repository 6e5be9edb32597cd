import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ControlResponse, noContent, refusal, sendResponse } from '../../http/control-response.ts';
import { allowedHosts, refuseWebPage } from '../../http/guards.ts';
import { readRequestHead } from '../../http/request-head.ts';

/** The path of the proxy itself. Requests to it are not forwarded. */
const ownPath = '/.store-orders-sim';

export type OwnActions = {
  /** Returns the report of what was judged so far, as JSON. */
  report(): Promise<string>;
  /** Forgets the orders, because the upstream was reset. */
  forgetOrders(): void;
};

/** Returns what handles the requests to the proxy itself. Web pages are refused. */
export function createOwnPath(host: string, { report, forgetOrders }: OwnActions) {
  const hosts = allowedHosts([host]);
  const respond = async (request: IncomingMessage): Promise<ControlResponse> => {
    const page = refuseWebPage(request, readRequestHead(request.rawHeaders).hosts, hosts);
    if (page !== undefined) return page;
    if (request.method === 'GET') return { status: 200, text: await report(), type: 'application/json' };
    if (request.method !== 'DELETE')
      return refusal('method_not_allowed', 'Use GET for the report, DELETE to forget the orders.', [
        'Allow',
        'GET, DELETE',
      ]);
    forgetOrders();
    return noContent;
  };
  const failed = refusal('internal_error', 'The report could not be made, because judging failed.');
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url !== ownPath) return false;
    request.resume();
    void respond(request).then(
      (made) => sendResponse(response, made),
      () => sendResponse(response, failed),
    );
    return true;
  };
}
