import type { OrderOperationId } from '../../../contract/exchange.ts';
import { operationOf, readAddress } from '../../har/har-address.ts';
import type { ForwardedRequest, ProxiedExchange } from '../proxied-exchange.ts';

/** A request that is an operation of the contract. */
export type PlacedRequest = {
  readonly operationId: OrderOperationId;
  /** The path of the base address: `/v1`. */
  readonly basePath: string;
  /** Below the base address, as sent: `/store/orders/12`. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
};

/**
 * Returns which operation of the contract a request is, or undefined if it is none. Without a path in the address of the
 * upstream, the base address is what precedes `/store/orders`: a test may use several environments.
 *
 * @param upstreamPath the path of the upstream's base address, without a slash at its end
 */
export function placeRequest(
  { method, target }: Pick<ForwardedRequest, 'method' | 'target'>,
  upstreamPath: string,
): PlacedRequest | undefined {
  const address = readAddress(target.startsWith('/') ? `http://upstream${target}` : target);
  const [, given = '', below = ''] = /^(.*?)(\/store\/orders.*)$/s.exec(address?.path ?? '') ?? [];
  if (address === undefined || (upstreamPath !== '' && given !== upstreamPath)) return undefined;
  const operationId = operationOf(method, below);
  if (operationId !== 'listOrders' && operationId !== 'cancelOrder') return undefined;
  return { operationId, basePath: given, path: below, query: address.query };
}

/** Why an exchange is not judged. */
export type NotJudged =
  | 'other'
  | 'injected'
  | 'upstream-failed'
  | 'client-left'
  | 'conditional'
  /** The proxy had more exchanges to judge than it may keep. */
  | 'overflow';

/** Returns why an exchange is not judged, or undefined if it is. */
export function whyNotJudged(exchange: ProxiedExchange, upstreamPath: string): NotJudged | undefined {
  const { request, outcome, injected } = exchange;
  if (placeRequest(request, upstreamPath) === undefined) return 'other';
  if (injected.length > 0) return 'injected';
  if (outcome.kind !== 'responded') return outcome.kind;
  const conditional = request.rawHeaders.some(([name]) => /^if-(?:none-match|modified-since)$/i.test(name));
  return outcome.response.status === 304 && conditional ? 'conditional' : undefined;
}
