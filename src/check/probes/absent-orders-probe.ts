import type { RequestKey } from '../../contract/exchange.ts';
import { cancelOrder, listOrders, validKey, wrongKeys } from '../../contract/requests.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { drawAbsentId, idClasses } from './absent-ids.ts';
import { expectStatus } from './expect-status.ts';
import { listBeforeCancels, requestList, settlingSteps } from './list-probe.ts';
import { expectOthersUnchanged, repeatedLists } from './other-orders.ts';
import type { Probe, ProbeContext } from './probe.ts';
import { expectRefusedKey } from './wrong-keys.ts';

/**
 * Cancels orders that do not exist, each with a new id of every kind. Nothing can be cancelled, even if the target does
 * not check keys.
 */
export const absentOrdersProbe: Probe = {
  id: 'absent-orders',
  title: 'cancel orders that are not in the list',
  level: 'probe',
  rules: ['R16', 'R17', 'R18', 'R25', 'R33'],
  plan: () => [
    ...settlingSteps(),
    ...wrongKeys.map((key) => ({ request: cancelOrder('{absent id}', key) })),
    ...idClasses.map(() => ({ request: cancelOrder('{absent id}') })),
    { request: listOrders() },
    ...repeatedLists,
  ],
  async run(context) {
    const before = await listBeforeCancels(context);
    for (const [index, key] of wrongKeys.entries()) {
      const kinds = [...idClasses.slice(index % idClasses.length), ...idClasses];
      expectRefusedKey(context, key, await cancelAbsent(context, key, kinds));
    }
    for (const kind of idClasses) {
      const attempt = await cancelAbsent(context, validKey, [kind]);
      if (attempt.kind === 'withheld') context.collector.untested('R25', `${kind.name}: ${attempt.reason}`);
      expectStatus(context.collector, 'R25', attempt, [404], '404 for an order that is not in the list');
    }
    await requestList(context);
    await expectOthersUnchanged(context, before, 'the cancels of orders that do not exist');
  },
};

async function cancelAbsent(
  context: ProbeContext,
  key: RequestKey,
  kinds: typeof idClasses,
): Promise<Attempt> {
  return context.attempt(cancelOrder(drawAbsentId(context, kinds), key));
}
