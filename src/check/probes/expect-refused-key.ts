import type { RequestKey } from '../../contract/exchange.ts';
import { describeKey } from '../../contract/requests.ts';
import type { RuleId } from '../../contract/rules/rules.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { statusOf, summarise } from './expect-status.ts';
import type { ProbeContext } from './probe.ts';

/**
 * Decides R16 to R18 by a cancel without a valid key. A 404 or 409 discloses whether the order exists: R18. Any other
 * status but 401 breaks R16 or R17. Returns whether the response is a 401.
 */
export function expectRefusedKey({ collector }: ProbeContext, key: RequestKey, attempt: Attempt): boolean {
  const own: RuleId = key.kind === 'none' ? 'R16' : 'R17';
  const status = statusOf(collector, [own, 'R18'], attempt);
  if (status === undefined || attempt.kind !== 'responded') return false;
  const { exchange, response } = attempt;
  if (status === 401) {
    collector.kept(own, exchange);
    collector.kept('R18', exchange);
    return true;
  }
  const discloses = status === 404 || status === 409;
  collector.broken({
    rule: discloses ? 'R18' : own,
    exchange: exchange.number,
    expected: `401 ${describeKey(key)}`,
    got: summarise(response),
  });
  if (discloses) collector.untested(own, `request ${exchange.number} breaks R18`);
  return false;
}
