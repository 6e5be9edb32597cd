import { choice, type Exchange } from './exchange.ts';
import type { ServiceResponse } from './service-response.ts';

const none: readonly string[] = [];
const anyOrigin: readonly string[] = ['Access-Control-Allow-Origin', '*'];

/** The Content-Type of a JSON body: gap `content-type`. */
export function jsonType(exchange: Exchange): string {
  return choice(exchange, 'content-type') === 'charset'
    ? 'application/json; charset=utf-8'
    : 'application/json';
}

/** The headers that every response may carry: gap `cors`, and `Sim-Gaps` if `gapsHeader` is set. */
export function extraHeaders(exchange: Exchange, gapsHeader: boolean): readonly string[] {
  const cors =
    exchange.req.headers.origin !== undefined && choice(exchange, 'cors') === 'on' ? anyOrigin : none;
  const { reliedOn, choices } = exchange.entry;
  if (!gapsHeader || reliedOn.length === 0) return cors;
  const relied = [...new Set(reliedOn)].map((key) => `${key}=${choices[key]}`);
  return [...cors, 'Sim-Gaps', relied.join(', ')];
}

/** All headers of a response, with its Content-Length; 204 and 304 have none. RFC 9110, 8.6. */
export function headersToSend(
  { status, headers, body }: ServiceResponse,
  extra: readonly string[],
): string[] {
  if (body === undefined && (status === 204 || status === 304)) return [...headers, ...extra];
  return [...headers, ...extra, 'Content-Length', `${body?.length ?? 0}`];
}
