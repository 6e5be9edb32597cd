import type { ServerResponse } from 'node:http';
import type { ErrorBody } from '../control-api.ts';
import { writeJson } from '../json/json.ts';
import { startStallTimeout } from './client-connection.ts';

export type ControlResponse<Json = unknown> = {
  readonly status: number;
  /** Alternating names and values, without Content-Type and Content-Length. */
  readonly headers?: readonly string[];
} & ({ readonly json: Json } | { readonly text: string | Buffer; readonly type: string });

export const controlErrors = {
  bad_request: 400,
  unauthorized: 401,
  host_not_allowed: 403,
  origin_not_allowed: 403,
  csrf_token_required: 403,
  not_found: 404,
  environment_not_found: 404,
  scenario_not_found: 404,
  order_not_found: 404,
  key_not_found: 404,
  fault_not_found: 404,
  gate_not_found: 404,
  exchange_not_found: 404,
  document_not_found: 404,
  method_not_allowed: 405,
  environment_permanent: 409,
  too_many_environments: 409,
  limit_reached: 409,
  order_final: 409,
  content_too_large: 413,
  unsupported_media_type: 415,
  internal_error: 500,
  not_ready: 503,
  store_unavailable: 503,
  out_of_memory: 507,
} as const;

type ErrorCode = keyof typeof controlErrors;

export function refusal(
  code: ErrorCode,
  message: string,
  headers: readonly string[] = [],
): ControlResponse<ErrorBody> {
  const status = controlErrors[code];
  return { status, headers, json: { code, message, status } };
}

/** Returns a 409 refusal for one more than a bound. */
export function limitReached(most: number, what: string, hint: string): ControlResponse<ErrorBody> {
  return refusal('limit_reached', `There are ${most} ${what}, which is the maximum; ${hint}.`);
}

/** Returns a 404 refusal for a name that does not exist. */
export function unknown(
  kind: 'environment' | 'scenario' | 'key' | 'fault' | 'document',
  name: string,
  hint: string,
): ControlResponse<ErrorBody> {
  return refusal(`${kind}_not_found`, `There is no ${kind} ${JSON.stringify(name)}; ${hint}.`);
}

/** Returns a 200 response with a JSON body. A bigint becomes an integer. */
export function ok<Json>(json: Json): ControlResponse<Json> {
  return { status: 200, json };
}

/** Returns a 201 response with a JSON body. */
export function created<Json>(json: Json): ControlResponse<Json> {
  return { status: 201, json };
}

export const noContent: ControlResponse<never> = { status: 204, text: '', type: '' };

/** Writes a response, which is not cached unless its headers say so. JSON is indented, since people read it in a terminal. */
export function sendResponse(to: ServerResponse, response: ControlResponse): void {
  if (to.destroyed) return;
  const [type, text] =
    'json' in response
      ? ['application/json', `${writeJson(response.json, 2)}\n`]
      : [response.type, response.text];
  const body = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  // A 204 has no body, and no headers of one.
  const media = type === '' ? [] : ['Content-Type', type];
  const content = response.status === 204 ? [] : [...media, 'Content-Length', `${body.length}`];
  const { headers = [] } = response;
  const caching = headers.includes('Cache-Control') ? [] : ['Cache-Control', 'no-store'];
  to.writeHead(response.status, [...content, ...caching, 'X-Content-Type-Options', 'nosniff', ...headers]);
  to.end(to.req.method === 'HEAD' ? undefined : body);
  startStallTimeout(to);
}
