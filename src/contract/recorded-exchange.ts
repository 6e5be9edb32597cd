import { hash } from 'node:crypto';
import { type RequestKey, validKey } from './api-key.ts';
import { type Exchange, headerValues } from './exchange.ts';
import type { CancelOperation } from './history/operation.ts';

/** An exchange of the contract that others had: read from a recording, or forwarded by a proxy. */
export type RecordedExchange = {
  readonly exchange: Exchange;
  /** When the response was complete, in milliseconds since 1970. */
  readonly endedAt: number;
  readonly headersKnown: boolean;
  /** Whether all of them are known. Only then is a header that is not there missing. */
  readonly headersComplete: boolean;
  readonly framingKnown: boolean;
  readonly asked: AskedFor;
};

/** What the headers of a request asked for, as far as a gap depends on it. It contains nothing of their values. */
export type AskedFor = ReturnType<typeof askedFor>;

/** Returns what an exchange says about its order, or undefined if it says nothing. */
export function cancelOf(
  { exchange, endedAt: end }: RecordedExchange,
  basePath: string,
): CancelOperation | undefined {
  const { number, startedAt: begin, request, outcome } = exchange;
  if (request.operationId !== 'cancelOrder' || request.key.kind !== 'valid' || outcome.kind === 'failed')
    return undefined;
  const { status } = outcome.response;
  return {
    kind: 'cancel',
    order: basePath + request.path,
    status,
    begin,
    end,
    lane: `exchange ${number}`,
    exchange: number,
  };
}

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
const gzip = /(?:^|,)\s*gzip\s*(?:,|$)/i;

export function askedFor(headers: readonly (readonly [name: string, value: string])[]) {
  const joined = (name: string): string => headerValues(headers, name).join(',');
  const [authorization = ''] = headerValues(headers, 'authorization');
  const accept = joined('accept');
  return {
    /** The same for the requests with the same Authorization header. */
    keyId: hash('sha256', authorization.replace(/^bearer(?=\s)/i, 'Bearer')),
    origin: joined('origin') !== '',
    gzip: gzip.test(joined('accept-encoding')),
    /** Whether it accepts other media types, and JSON is not among them. */
    noJson: accept.trim() !== '' && !json.test(accept),
    /** Whether the scheme of its key is Bearer in another case. */
    otherCase: /^bearer\s/i.test(authorization) && !authorization.startsWith('Bearer'),
  };
}
