import { refusedKeys } from '../../contract/api-key.ts';
import { summarise } from '../../contract/exchange.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { expectEveryDigit, presenceIn } from './expectations.ts';
import type { Probe } from './probe.ts';
import type { ProbeTarget } from './target.ts';

/** How many keys are tried with a shipped order: none, and a wrong one. */
const keysTried = 2;

/** Tries to cancel the orders that have shipped, according to the user, each of them twice. */
export const shippedOrdersProbe: Probe = {
  id: 'shipped-orders',
  title: 'try to cancel the orders named by --shipped-id',
  level: 'cancel',
  decides: ['R16', 'R17', 'R18', 'R30', 'R31', 'R32', 'R33'],
  async run(target) {
    const { shippedIds } = target.settings;
    if (shippedIds.length === 0)
      return target.collector.untested(['R30', 'R31'], 'no order was named by --shipped-id');
    await target.readableList();
    expectEveryDigit(target, shippedIds, '--shipped-id');
    for (const id of shippedIds) await cancelShipped(target, id);
  },
};

async function cancelShipped(target: ProbeTarget, id: bigint): Promise<void> {
  const { collector, lists, others } = target;
  const before = presenceIn(lists.latest(), id);
  // The order cannot be cancelled any more, so that a target that does not check the key harms nothing; its 409 shows that.
  for (const key of before === 'listed' ? refusedKeys.slice(0, keysTried) : []) await target.cancel(id, key);
  const first = await target.cancel(id);
  const status = target.statusOf(['R30', 'R31', 'R32'], first);
  if (first.kind === 'withheld') return;
  // Only a list between two refused cancels shows a field that each of them changes back and forth.
  await target.list();
  others.expectUnchanged(`the cancels of order ${id}`);
  if (status === undefined || first.kind !== 'responded') return;
  if (status === 404 && presenceIn(lists.latest(), id) !== 'listed')
    return collector.untested(['R30', 'R31'], `the target does not know order ${id}, named by --shipped-id`);
  if (status === 204 || status === 409) judgeListed(target, id, before, first);
  if (target.expect('R30', first, [409], `409 for order ${id}, which has shipped`) !== true) return;
  const again = await target.cancel(id);
  target.expect('R31', again, [409], `409 again for order ${id}, which has shipped`);
  await target.list();
  others.expectUnchanged(`the cancels of order ${id}`);
}

/** R32: a 204 or 409 is only for an order in the list. */
function judgeListed(
  { collector }: ProbeTarget,
  id: bigint,
  before: 'listed' | 'gone' | 'unknown',
  { exchange, response }: Attempt & { kind: 'responded' },
): void {
  const expected = `order ${id} in the list before, or 404`;
  const got = `no such order in the list, and ${summarise(response)}`;
  if (before === 'listed') collector.kept('R32', exchange);
  else if (before === 'unknown') collector.untested('R32', 'orders in the list lack their ids');
  else collector.broken({ rule: 'R32', exchange: exchange.number, expected, got }, 'cancelOrder');
}
