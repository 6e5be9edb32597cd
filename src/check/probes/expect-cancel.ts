import { describeKey, type RequestKey } from '../../contract/api-key.ts';
import type { Exchange } from '../../contract/exchange.ts';
import type { RuleId } from '../../contract/rules/rule-ids.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { type ProbeTarget, summarise } from './target.ts';

/**
 * Decides R16 to R18 by a cancel without a valid key. A status in `disclosing` says whether the order exists: R18, unless the
 * key is accepted for the list, too. Any other status but 401 breaks R16 or R17. Returns whether the response is a 401.
 */
export function expectRefusedKey(
  target: ProbeTarget,
  key: RequestKey,
  attempt: Attempt,
  disclosing: readonly number[] = [404, 409],
): boolean {
  const own: RuleId = key.kind === 'none' ? 'R16' : 'R17';
  const { collector, accepted } = target;
  const status = target.statusOf([own, 'R18'], attempt);
  if (status === undefined || attempt.kind !== 'responded') return false;
  const { exchange, response } = attempt;
  if (status === 401) {
    collector.kept(own, exchange);
    collector.kept('R18', exchange);
    return true;
  }
  const discloses = disclosing.includes(status) && !accepted.has(describeKey(key));
  collector.broken(
    {
      rule: discloses ? 'R18' : own,
      exchange: exchange.number,
      expected: `401 ${describeKey(key)}`,
      got: summarise(response),
    },
    'cancelOrder',
  );
  if (!discloses && disclosing.includes(status))
    collector.untested('R18', `the target accepts requests ${describeKey(key)}`);
  if (discloses) collector.untested(own, `request ${exchange.number} breaks R18`);
  return false;
}

/** R29, and the gap `cancel-again`. Returns the exchange, if there was one. */
export async function cancelAgain(target: ProbeTarget, id: bigint): Promise<Exchange | undefined> {
  const { collector } = target;
  const again = await target.cancel(id);
  const expected = `409 or 404 for order ${id}, which was just cancelled`;
  const isRefused = target.expect('R29', again, [409, 404], expected);
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
