import type { Exchange, OperationId, ReceivedResponse } from '../../contract/exchange.ts';
import { cancelOrder } from '../../contract/requests.ts';
import type { ResultCollector } from '../../contract/result-collector.ts';
import type { RuleId } from '../../contract/rules/rules.ts';
import { isUnavailable } from '../../contract/unavailable.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import type { ProbeContext } from './probe.ts';

/** The statuses that the specification shows for each operation (4.1 and 4.2). */
export const documentedStatuses: Readonly<Record<OperationId, readonly number[]>> = {
  listOrders: [200, 401],
  cancelOrder: [204, 401, 404, 409],
  // The success status of the quickstart is not shown.
  postMessage: [400, 401],
};

/** Returns a response on one line: its status line and the start of its body. */
export function summarise(response: ReceivedResponse): string {
  const body = (response.body ?? response.content).subarray(0, 200).toString('utf8').trim();
  return body === '' ? response.statusLine : `${response.statusLine}, ${body}`;
}

/**
 * Returns the status of an attempt if a probe may judge it. Otherwise returns undefined and marks the rules as untested:
 * nothing was sent, no response was received, or the status is not documented, which breaks R03.
 */
export function statusOf(
  collector: ResultCollector,
  rules: readonly RuleId[],
  attempt: Attempt,
): number | undefined {
  const reason = whyNoStatus(attempt);
  if (reason !== undefined) collector.untested(rules, reason);
  return reason === undefined && attempt.kind === 'responded' ? attempt.response.status : undefined;
}

export function whyNoResponse(attempt: Attempt): string | undefined {
  if (attempt.kind === 'responded') return undefined;
  if (attempt.kind === 'withheld') return attempt.reason;
  return `request ${attempt.exchange.number} got no response: ${attempt.message}`;
}

function whyNoStatus(attempt: Attempt): string | undefined {
  if (attempt.kind !== 'responded') return whyNoResponse(attempt);
  const { status } = attempt.response;
  const { operationId } = attempt.exchange.request;
  if (operationId !== undefined && documentedStatuses[operationId].includes(status)) return undefined;
  return `request ${attempt.exchange.number} got a ${status}${isUnavailable(status) ? '' : ', which breaks R03'}`;
}

/**
 * Decides a rule by the status of one attempt: kept if it is in `allowed`, otherwise broken; `hint` follows what was
 * received. Returns whether it was kept,
 * or undefined if the rule could not be tested.
 */
export function expectStatus(
  collector: ResultCollector,
  rule: RuleId,
  attempt: Attempt,
  allowed: readonly number[],
  expected: string,
  hint = '',
): boolean | undefined {
  const status = statusOf(collector, [rule], attempt);
  if (status === undefined || attempt.kind !== 'responded') return undefined;
  const { exchange, response } = attempt;
  if (allowed.includes(status)) collector.kept(rule, exchange);
  else collector.broken({ rule, exchange: exchange.number, expected, got: summarise(response) + hint });
  return allowed.includes(status);
}

/** R29, and the gap `cancel-again`. Returns the exchange, if there was one. */
export async function cancelAgain(context: ProbeContext, id: bigint): Promise<Exchange | undefined> {
  const { collector } = context;
  const again = await context.attempt(cancelOrder(id));
  const expected = `409 or 404 for order ${id}, which was just cancelled`;
  const isRefused = expectStatus(collector, 'R29', again, [409, 404], expected);
  if (isRefused === false)
    collector.note(
      `Two cancels of order ${id} succeeded, as of two stores behind one address, or one that forgets cancels.`,
    );
  if (again.kind !== 'responded' || isRefused !== true)
    return again.kind === 'withheld' ? undefined : again.exchange;
  const observed = again.response.status === 409 ? 'conflict' : 'not-found';
  collector.observed({ gap: 'cancel-again', observed, allowed: true, exchange: again.exchange.number });
  return again.exchange;
}
