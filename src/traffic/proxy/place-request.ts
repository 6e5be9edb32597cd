import { headerValues } from '../../contract/exchange.ts';
import { observeOther } from '../../contract/gaps/gaps.ts';
import type { GapObservation } from '../../contract/report.ts';
import { operationOf } from '../har/har-address.ts';
import { findHead } from './forward/response-bytes.ts';
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

export type NotJudged =
  | 'other'
  | 'upstream-failed'
  | 'client-left'
  | 'conditional'
  /** The proxy had more exchanges to judge than it may keep. */
  | 'overflow';

export function whyNotJudged(exchange: ProxiedExchange, upstreamPath: string): NotJudged | undefined {
  const { request, outcome } = exchange;
  if (placeRequest(request, upstreamPath) === undefined) return 'other';
  if (outcome.kind !== 'responded') return outcome.kind;
  const conditional = request.rawHeaders.some(([name]) => /^if-(?:none-match|modified-since)$/i.test(name));
  return outcome.response.status === 304 && conditional ? 'conditional' : undefined;
}

/**
 * Returns what an exchange shows in the gaps if its request is no operation of the contract. It contains nothing of the exchange but choices.
 */
export function observeUnplaced(
  { request, outcome }: ProxiedExchange,
  upstreamPath: string,
): readonly GapObservation[] {
  const path = pathBelow(request, upstreamPath);
  if (path === undefined || outcome.kind !== 'responded') return [];
  const has = (name: string): boolean => headerValues(request.rawHeaders, name).length > 0;
  const head = findHead(outcome.response.bytes)?.head;
  if (head === undefined) return [];
  const { statusLine, status, rawHeaders } = head;
  const content = Buffer.alloc(0);
  return observeOther({
    method: request.method,
    path,
    hasKey: has('authorization'),
    isPreflight: has('access-control-request-method'),
    response: { statusLine, status, rawHeaders, content, body: undefined, faults: [], durationMs: 0 },
    headersComplete: true,
  });
}

/** Without a path in the address of the upstream, only requests for orders show the base address. */
function pathBelow({ target }: ForwardedRequest, upstreamPath: string): string | undefined {
  const { path } = splitTarget(target);
  if (upstreamPath === '') return /\/store\/orders.*$/s.exec(path)?.[0];
  return path.startsWith(`${upstreamPath}/`) ? path.slice(upstreamPath.length) : undefined;
}

/** Returns the path and the query of a target, as sent. It may be a whole address. */
function splitTarget(target: string) {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)(?:\?([^#]*))?/i.exec(target) ?? [];
  return { path, query };
}
