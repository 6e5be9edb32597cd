import type { Request } from 'express';

/** Whether a client takes JSON: it says so, takes anything, or says nothing. RFC 9110, 12.5.1. */
export function acceptsJson(request: Request): boolean {
  const { accept } = request.headers;
  return accept === undefined || accept === '*/*' || request.accepts('application/json') !== false;
}

/** Whether a client asks for gzip and likes nothing better. RFC 9110, 12.5.3. */
export function acceptsGzip(request: Request): boolean {
  return request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip') === 'gzip';
}
