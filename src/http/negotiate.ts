import type { IncomingMessage } from 'node:http';
import { request as expressRequest, type Request } from 'express';

/** Whether a client takes JSON: it says so, takes anything, or says nothing. RFC 9110, 12.5.1. */
export function acceptsJson(request: IncomingMessage): boolean {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*') return true;
  return expressRequest.accepts.call(request as Request, 'application/json') !== false;
}

/** Whether a client asks for gzip and likes nothing better. RFC 9110, 12.5.3. */
export function acceptsGzip(request: IncomingMessage): boolean {
  if (request.headers['accept-encoding'] === undefined) return false;
  return expressRequest.acceptsEncodings.call(request as Request, 'gzip') === 'gzip';
}
