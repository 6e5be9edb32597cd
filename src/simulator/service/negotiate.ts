import type { IncomingMessage } from 'node:http';
import { request as negotiating, type Request } from 'express';

// Express's own negotiation reads nothing of a request but its headers, so it serves those that are Node's as well.

/** Whether a client takes JSON: it says so, takes anything, or says nothing. RFC 9110, 12.5.1. */
export function acceptsJson(request: IncomingMessage): boolean {
  const { accept } = request.headers;
  return (
    accept === undefined ||
    accept === '*/*' ||
    negotiating.accepts.call(request as Request, 'application/json') !== false
  );
}

/** Whether a client asks for gzip and likes nothing better. RFC 9110, 12.5.3. */
export function acceptsGzip(request: IncomingMessage): boolean {
  return (
    request.headers['accept-encoding'] !== undefined &&
    negotiating.acceptsEncodings.call(request as Request, 'gzip') === 'gzip'
  );
}
