import { hash } from 'node:crypto';
import { type RequestKey, validKey } from '../api-key.ts';
import { type Exchange, headerValues } from '../exchange.ts';

/** An exchange of the contract that others had: read from a recording, or forwarded by a proxy. */
export type RecordedExchange = ReturnType<typeof askedFor> & {
  readonly exchange: Exchange;
  /** When the response was complete, in milliseconds since 1970. */
  readonly endedAt: number;
  /** Whether all headers of the response are known. Only then is a header that is not there missing. */
  readonly headersKnown: boolean;
  readonly framingKnown: boolean;
};

/**
 * Returns the key of a request with an Authorization header. A bearer token is valid unless the response is a 401; another
 * scheme or an empty token is always invalid.
 */
export function keyOf(authorization: string, refused: boolean): RequestKey {
  if (!/^bearer(?:\s|$)/i.test(authorization)) return { kind: 'invalid', how: 'other-scheme' };
  if (/^bearer\s*$/i.test(authorization)) return { kind: 'invalid', how: 'empty' };
  return refused ? { kind: 'refused' } : validKey;
}

const json = /(?:^|,)\s*(?:\*|application)\/(?:\*|json)\s*(?:;|,|$)/i;

/** Returns what matters of the headers of a request. It contains nothing of their values. */
export function askedFor(headers: readonly (readonly [name: string, value: string])[]) {
  const [authorization = ''] = headerValues(headers, 'authorization');
  const accept = headerValues(headers, 'accept').join(',');
  return {
    /** The same for the requests with the same Authorization header. */
    keyId: hash('sha256', authorization.replace(/^bearer(?=\s)/i, 'Bearer')),
    /** Whether it accepts other media types, and JSON is not among them. */
    noJson: accept.trim() !== '' && !json.test(accept),
  };
}
