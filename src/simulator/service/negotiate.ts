import type { IncomingMessage } from 'node:http';
import { request as expressRequest, type Request } from 'express';

// Express's content negotiation reads only the headers of a request, so it works on Node's requests too.

const anything: readonly (string | undefined)[] = [undefined, '*/*'];

/** Whether a client accepts JSON: explicitly, by a wildcard, or by sending no Accept header. RFC 9110, 12.5.1. */
export function acceptsJson(req: IncomingMessage): boolean {
  // Most clients accept anything, for which nothing needs to be parsed.
  return (
    anything.includes(req.headers.accept) ||
    expressRequest.accepts.call(req as Request, 'application/json') !== false
  );
}

/** Whether a client accepts gzip explicitly or by a wildcard. RFC 9110, 12.5.3. */
export function acceptsGzip(req: IncomingMessage): boolean {
  return expressRequest.acceptsEncodings.call(req as Request, 'gzip') === 'gzip';
}
