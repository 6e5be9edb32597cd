import type { Evidence } from '../evidence.ts';
import type { RuleId } from '../rules/rules.ts';
import type { Attempt } from '../safety/conduct.ts';
import type { Answer, OperationId } from '../wire/exchange.ts';

/** The statuses that the specification shows for each operation. Spec 4.1 and 4.2. */
export const documentedStatuses: Readonly<Record<OperationId, readonly number[]>> = {
  listOrders: [200, 401],
  cancelOrder: [204, 401, 404, 409],
};

/** An answer in one line: its status line and the start of its body. */
export function summarise(answer: Answer): string {
  const body = (answer.body ?? answer.content).subarray(0, 200).toString('utf8').trim();
  return body === '' ? answer.statusLine : `${answer.statusLine}, ${body}`;
}

/**
 * The status of an attempt as far as a probe may judge it. Otherwise undefined, and the rules are untested with the
 * reason: nothing was sent, no answer came, or the status is documented nowhere, which is R03's to say.
 */
export function statusOf(evidence: Evidence, rules: readonly RuleId[], attempt: Attempt): number | undefined {
  const reason = whyNoStatus(attempt);
  if (reason !== undefined) for (const rule of rules) evidence.untested(rule, reason);
  return reason === undefined && attempt.kind === 'answered' ? attempt.answer.status : undefined;
}

function whyNoStatus(attempt: Attempt): string | undefined {
  if (attempt.kind === 'withheld') return attempt.reason;
  if (attempt.kind === 'failed')
    return `request ${attempt.exchange.number} got no answer: ${attempt.message}`;
  const { status } = attempt.answer;
  if (documentedStatuses[attempt.exchange.request.operationId].includes(status)) return undefined;
  return `request ${attempt.exchange.number} was answered with ${status}, which breaks R03`;
}

/**
 * Holds one answer against a rule: kept when its status is among `allowed`, broken otherwise. Says which, or undefined
 * when nothing can be said.
 */
export function expectStatus(
  evidence: Evidence,
  rule: RuleId,
  attempt: Attempt,
  allowed: readonly number[],
  expected: string,
): boolean | undefined {
  const status = statusOf(evidence, [rule], attempt);
  if (status === undefined || attempt.kind !== 'answered') return undefined;
  const { exchange, answer } = attempt;
  if (allowed.includes(status)) evidence.kept(rule, exchange);
  else evidence.broken({ rule, exchange: exchange.number, expected, got: summarise(answer) });
  return allowed.includes(status);
}
