import { operationOf } from '../har/har-address.ts';
import type { Reason } from '../traffic-counts.ts';
import type { ForwardedRequest, ProxiedExchange } from './proxied-exchange.ts';

export type PlacedRequest = NonNullable<ReturnType<typeof placeRequest>>;

/**
 * Returns which operation of the contract a request is, or undefined if it is none. Without a path in the address of the
 * upstream, the base address is what precedes `/store/orders`: a test may use several environments.
 *
 * @param upstreamPath the path of the upstream's base address, without a slash at its end
 */
export function placeRequest(
  { method, target }: Pick<ForwardedRequest, 'method' | 'target'>,
  upstreamPath: string,
) {
  const { path, query } = splitTarget(target);
  const [, given = '', below = ''] = /^(.*?)(\/store\/orders.*)$/s.exec(path) ?? [];
  if (upstreamPath !== '' && given !== upstreamPath) return undefined;
  const operationId = operationOf(method, below);
  if (operationId !== 'listOrders' && operationId !== 'cancelOrder') return undefined;
  return {
    operationId,
    /** The path of the base address: `/v1`. */
    basePath: given,
    /** Below the base address, as sent: `/store/orders/12`. */
    path: below,
    /** Without the question mark. */
    query,
  };
}

/** Returns why an exchange is not judged, or undefined. */
export function whyNotJudged(exchange: ProxiedExchange, upstreamPath: string): Reason | undefined {
  const { request, outcome } = exchange;
  if (placeRequest(request, upstreamPath) === undefined) return 'other';
  if (outcome.kind === 'client-left') return 'client-left';
  if (outcome.kind === 'upstream-failed') return outcome.reason === 'malformed' ? undefined : 'no-response';
  const conditional = request.rawHeaders.some(([name]) => /^if-(?:none-match|modified-since)$/i.test(name));
  return outcome.response.status === 304 && conditional ? 'cached' : undefined;
}

/** Returns the path and the query of a target, as sent. It may be a whole address. */
function splitTarget(target: string) {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)(?:\?([^#]*))?/i.exec(target) ?? [];
  return { path, query };
}
