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

/** Returns the milliseconds that Retry-After asks to wait, or undefined if it is missing or cannot be read. */
export function retryAfterMs({ rawHeaders }: ReceivedResponse, now: number): number | undefined {
  const [text] = headerValues(rawHeaders, 'retry-after');
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = /GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** Returns what to do about a response that the service did not handle, as a clause. */
export function whatToDo(response: ReceivedResponse): string {
  const [after] = headerValues(response.rawHeaders, 'retry-after');
  const wait =
    after === undefined ? '`waitSeconds`' : `\`waitSeconds\` (Retry-After is ${after.slice(0, 40)})`;
  return response.status === 429
    ? `it limits the number of requests: lower \`requestsPerSecond\`, or use ${wait}`
    : `the service is not running or overloaded: start it, or use ${wait}`;
}
