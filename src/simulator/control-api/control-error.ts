import type { ControlResponse } from './control-response.ts';

/** Every code of an Error body of the control API, with its HTTP status. `openapi/control.yaml` lists the same. */
export const controlErrors = {
  bad_request: 400,
  unauthorized: 401,
  host_not_allowed: 403,
  origin_not_allowed: 403,
  not_found: 404,
  environment_not_found: 404,
  scenario_not_found: 404,
  order_not_found: 404,
  key_not_found: 404,
  fault_not_found: 404,
  gate_not_found: 404,
  document_not_found: 404,
  method_not_allowed: 405,
  environment_permanent: 409,
  too_many_environments: 409,
  order_final: 409,
  content_too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  internal_error: 500,
  not_ready: 503,
} as const;

/** A code of an Error body of the control API. */
export type ControlErrorCode = keyof typeof controlErrors;

/** A refusal with an Error body: the same three fields as the service's. */
export function refusal(
  code: ControlErrorCode,
  message: string,
  headers: readonly string[] = [],
): ControlResponse {
  const status = controlErrors[code];
  return { status, headers, json: { code, message, status } };
}
