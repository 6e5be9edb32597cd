import type { IncomingMessage } from 'node:http';
import { request as expressRequest, type Request } from 'express';

// Express's content negotiation reads only the headers of a request, so it works on Node's requests too.

/** Whether a client accepts JSON: explicitly, by a wildcard, or by sending no Accept header. RFC 9110, 12.5.1. */
export function acceptsJson(req: IncomingMessage): boolean {
  const { accept } = req.headers;
  return (
    accept === undefined ||
    accept === '*/*' ||
    expressRequest.accepts.call(req as Request, 'application/json') !== false
  );
}

/** Whether a client accepts gzip explicitly or by a wildcard. RFC 9110, 12.5.3. */
export function acceptsGzip(req: IncomingMessage): boolean {
  return (
    req.headers['accept-encoding'] !== undefined &&
    expressRequest.acceptsEncodings.call(req as Request, 'gzip') === 'gzip'
  );
}
