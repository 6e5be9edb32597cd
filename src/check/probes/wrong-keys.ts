import { describeKey, type RequestKey } from '../../contract/api-key.ts';
import { cancelOrder } from '../../contract/requests.ts';
import type { RuleId } from '../../contract/rules/rules.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { statusOf, summarise } from './expect-status.ts';
import type { ProbeContext } from './probe.ts';

/**
 * Decides R16 to R18 by a cancel without a valid key. A status in `disclosing` says whether the order exists: R18, unless the
 * key is accepted for the list, too. Any other status but 401 breaks R16 or R17. Returns whether the response is a 401.
 */
export function expectRefusedKey(
  { collector, accepted }: ProbeContext,
  key: RequestKey,
  attempt: Attempt,
  disclosing: readonly number[] = [404, 409],
): boolean {
  const own: RuleId = key.kind === 'none' ? 'R16' : 'R17';
  const status = statusOf(collector, [own, 'R18'], attempt);
  if (status === undefined || attempt.kind !== 'responded') return false;
  const { exchange, response } = attempt;
  if (status === 401) {
    collector.kept(own, exchange);
    collector.kept('R18', exchange);
    return true;
  }
  const discloses = disclosing.includes(status) && !accepted.has(describeKey(key));
  collector.broken({
    rule: discloses ? 'R18' : own,
    exchange: exchange.number,
    expected: `401 ${describeKey(key)}`,
    got: summarise(response),
  });
  if (!discloses && disclosing.includes(status))
    collector.untested('R18', `the target accepts requests ${describeKey(key)}`);
  if (discloses) collector.untested(own, `request ${exchange.number} breaks R18`);
  return false;
}

/** A pending order that was tried without a valid key. */
export type TriedOrder = NonNullable<Awaited<ReturnType<typeof tryWrongKeys>>>;

/**
 * R16 to R18: tries to cancel a named order that is listed without a key, with a wrong key, and with the key in other forms.
 * The user owns the order, so a target that cancels it harms nobody else. Returns undefined if no request was sent.
 */
export async function tryWrongKeys(context: ProbeContext, id: bigint | undefined) {
  const { collector } = context;
  if (id === undefined) {
    collector.untested('R34', 'the list contains no order named by `pendingIds`');
    return undefined;
  }
  let sent = false;
  let refused = true;
  for (const key of context.refusedKeys) {
    const attempt = await context.attempt(cancelOrder(id, key));
    const got401 = expectRefusedKey(context, key, attempt);
    if (attempt.kind === 'withheld') continue;
    refused &&= got401;
    sent = true;
  }
  if (!refused || !sent)
    collector.untested('R34', `not every cancel of order ${id} without a valid key got a 401`);
  // `refused`: every response was a 401.
  return sent ? { id, refused } : undefined;
}
