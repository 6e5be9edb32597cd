import { headerValues } from '../../../contract/exchange.ts';
import { observeOther } from '../../../contract/gaps/gaps.ts';
import type { GapObservation } from '../../../contract/report.ts';
import { readAddress } from '../../har/har-address.ts';
import type { ForwardedRequest, ProxiedExchange } from '../proxied-exchange.ts';

/**
 * Returns what an exchange shows in the gaps if its request is no operation of the contract, and the proxy did not disturb
 * it. It contains nothing of the exchange but choices.
 */
export function observeUnplaced(
  { request, outcome, injected }: ProxiedExchange,
  upstreamPath: string,
): readonly GapObservation[] {
  const path = pathBelow(request, upstreamPath);
  if (path === undefined || outcome.kind !== 'responded' || injected.length > 0) return [];
  const has = (name: string): boolean => headerValues(request.rawHeaders, name).length > 0;
  const { statusLine, status, rawHeaders } = outcome.response;
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
  const path = readAddress(target.startsWith('/') ? `http://upstream${target}` : target)?.path ?? '';
  if (upstreamPath === '') return /\/store\/orders.*$/s.exec(path)?.[0];
  return path.startsWith(`${upstreamPath}/`) ? path.slice(upstreamPath.length) : undefined;
}
