import type { RuleId } from '../rules/rules.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import type { RequestKey } from '../wire/exchange.ts';
import { expectStatus, statusOf, summarise } from './expect-status.ts';
import { requestList } from './list-probe.ts';
import type { Probe, ProbeContext } from './probe.ts';
import { cancelOrder, describeKey, listOrders, validKey, wrongKeys } from './requests.ts';

const cancelsWithKey = 2;

/**
 * Cancels orders that do not exist, each with a new id drawn from all of int64. Nothing can be cancelled, even if the
 * target does not check keys.
 */
export const absentOrdersProbe: Probe = {
  id: 'absent-orders',
  title: 'cancel orders that are not in the list',
  level: 'probe',
  rules: ['R16', 'R17', 'R18', 'R25'],
  plan: () => [
    { request: listOrders() },
    ...wrongKeys.map((key) => ({ request: cancelOrder('{absent id}', key) })),
    ...Array.from({ length: cancelsWithKey }, () => ({ request: cancelOrder('{absent id}') })),
  ],
  async run(context) {
    await requestList(context);
    for (const key of wrongKeys) expectRefusedKey(context, key, await cancelAbsent(context, key));
    for (let time = 0; time < cancelsWithKey; time += 1) {
      const attempt = await cancelAbsent(context, validKey);
      expectStatus(context.collector, 'R25', attempt, [404], '404 for an order that is not in the list');
    }
  },
};

async function cancelAbsent(context: ProbeContext, key: RequestKey): Promise<Attempt> {
  return context.attempt(cancelOrder(drawAbsentId(context), key));
}

/** Draws until no list contains the id. After 100 draws it gives up, because the safety policy refuses a listed id. */
function drawAbsentId({ drawId, lists, pendingIds, shippedIds }: ProbeContext): bigint {
  let id = drawId();
  for (let tries = 0; tries < 100; tries += 1) {
    const named = pendingIds.includes(id) || shippedIds.includes(id);
    if (!named && lists.whyNotAbsent(id) === undefined) break;
    id = drawId();
  }
  return id;
}

/** A 404 or 409 discloses whether the order exists: R18. Any other status but 401 breaks R16 or R17. */
function expectRefusedKey({ collector }: ProbeContext, key: RequestKey, attempt: Attempt): void {
  const own: RuleId = key.kind === 'none' ? 'R16' : 'R17';
  const status = statusOf(collector, [own, 'R18'], attempt);
  if (status === undefined || attempt.kind !== 'responded') return;
  const { exchange, response } = attempt;
  if (status === 401) {
    collector.kept(own, exchange);
    collector.kept('R18', exchange);
    return;
  }
  const discloses = status === 404 || status === 409;
  collector.broken({
    rule: discloses ? 'R18' : own,
    exchange: exchange.number,
    expected: `401 ${describeKey(key)}`,
    got: summarise(response),
  });
  if (discloses) collector.untested(own, `request ${exchange.number} breaks R18`);
}
