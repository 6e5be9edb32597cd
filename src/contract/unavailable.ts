import { type Exchange, headerValues, type ReceivedResponse } from './exchange.ts';

/**
 * Statuses of what is in front of a service, or of a limit: 429, and the gateway errors 502, 503 and 504. They say
 * nothing about the contract.
 */
const unavailableStatuses: readonly number[] = [429, 502, 503, 504];

/** Returns whether a status says only that the service did not handle the request. */
export function isUnavailable(status: number): boolean {
  return unavailableStatuses.includes(status);
}

export function unavailableResponse({ outcome }: Exchange): ReceivedResponse | undefined {
  return outcome.kind === 'responded' && isUnavailable(outcome.response.status)
    ? outcome.response
    : undefined;
}

/** Returns what to do about a response that the service did not handle, as a clause. */
export function whatToDo({ status, rawHeaders }: ReceivedResponse): string {
  const [after] = headerValues(rawHeaders, 'retry-after');
  const later = after === undefined ? '' : ` (Retry-After is ${after.slice(0, 40)})`;
  return status === 429
    ? `it limits the number of requests: lower --rps${later}`
    : `the service is not running or overloaded: start it, or use --wait${later}`;
}
