import { headerValues } from '../../../contract/exchange.ts';
import { type Framing, framingOf } from '../../../contract/http1/content.ts';
import type { RequestHead, ResponseHead } from './message-head.ts';

/** How the end of a message is found, or why it cannot be. */
export type FramingReading = Framing | { readonly kind: 'malformed'; readonly why: string };

/**
 * Returns the framing of a request (RFC 9112, 6.3). Refuses what two servers could read differently: a request that is
 * longer for the proxy than for the service could hide a second one.
 */
export function requestFraming({ rawHeaders, version }: RequestHead): FramingReading {
  const codings = headerValues(rawHeaders, 'transfer-encoding');
  const lengths = headerValues(rawHeaders, 'content-length');
  if (codings.length > 0) {
    if (lengths.length > 0) return malformed('the request has both Content-Length and Transfer-Encoding');
    if (version !== '1.1') return malformed('an HTTP/1.0 request has Transfer-Encoding');
    const chunked = codings.length === 1 && codings[0]?.toLowerCase() === 'chunked';
    return chunked ? { kind: 'chunked' } : malformed('Transfer-Encoding is not chunked');
  }
  const [first] = lengths;
  if (first === undefined) return { kind: 'none' };
  if (lengths.length > 1) return malformed('Content-Length is repeated');
  if (!/^\d{1,15}$/.test(first)) return malformed('Content-Length is not a number');
  return { kind: 'length', bytes: Number(first) };
}

/** Returns the framing of a response to a request with a method. */
export function responseFraming(head: ResponseHead, method: string): FramingReading {
  const { framing, damaged, faults } = framingOf({ ...head, faults: [] }, method);
  return damaged ? malformed(faults.join('; ')) : framing;
}

function malformed(why: string): FramingReading {
  return { kind: 'malformed', why };
}
