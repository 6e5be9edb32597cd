import { refusedKeys } from '../../contract/api-key.ts';
import { changesBetween } from '../../contract/judge/list-changes.ts';
import type { LatestList } from '../safety/lists-seen.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { expectRefusedKey } from './expect-cancel.ts';
import { expectEveryDigit, lookFor, presenceIn } from './named-in-list.ts';
import { unlessShared } from './others.ts';
import type { Probe } from './probe.ts';
import { type ProbeTarget, summarise } from './target.ts';

/** How many keys are tried with a shipped order: none, and a wrong one. */
const keysTried = 2;

/** Tries to cancel the orders that have shipped, according to the user, each of them twice. */
export const shippedOrdersProbe: Probe = {
  id: 'shipped-orders',
  title: 'try to cancel the orders named by `shippedIds`',
  level: 'cancel',
  decides: ['R16', 'R17', 'R18', 'R30', 'R31', 'R32', 'R33'],
  more: 2,
  async run(target) {
    const {
      settings: { shippedIds },
      collector,
      lists,
    } = target;
    if (shippedIds.length === 0) collector.untested(['R30', 'R31'], 'no order was named by `shippedIds`');
    else await target.readableList();
    expectEveryDigit(target, shippedIds, '`shippedIds`');
    for (const id of shippedIds) {
      const before = lists.latest();
      const attempt = await cancelShipped(target, id);
      if (attempt.kind === 'withheld') continue;
      if (lists.latest() === before) await target.list();
      target.others.expectUnchanged(`the cancels of order ${id}`);
    }
  },
};

/** Returns the first attempt with the valid key. */
async function cancelShipped(target: ProbeTarget, id: bigint): Promise<Attempt> {
  const before = target.lists.latest();
  const listed = before.kind === 'read' && before.ids.has(id);
  // The order cannot be cancelled any more, so that a target that does not check the key harms nothing; its 409 shows that.
  for (const key of listed ? refusedKeys.slice(0, keysTried) : [])
    expectRefusedKey(target, key, await target.cancel(id, key), [404]);
  const first = await target.cancel(id);
  const status = target.statusOf(['R30', 'R31', 'R32'], first);
  if (status === undefined || first.kind !== 'responded') return first;
  if (status === 404) {
    await judgeUnknown(target, id, listed, first);
    return first;
  }
  if (status === 204 || status === 409) judgeListed(target, id, presenceIn(before, id), first);
  if (target.expect('R30', first, [409], `409 for order ${id}, which has shipped`) !== true) return first;
  // Only a list between two refused cancels shows a field that each of them changes back and forth.
  if (listed) await target.list();
  expectUnchanged(target, id, before);
  const again = await target.cancel(id);
  const refusedAgain = target.expect('R31', again, [409], `409 again for order ${id}, which has shipped`);
  if (refusedAgain !== true || !listed) return first;
  await expectListed(target, id);
  expectUnchanged(target, id, before);
  return first;
}

/** R32: a 204 or 409 is only for an order in the list. */
function judgeListed(
  { collector }: ProbeTarget,
  id: bigint,
  before: 'listed' | 'gone' | 'unknown',
  { exchange, response }: Attempt & { kind: 'responded' },
): void {
  if (before === 'listed') collector.kept('R32', exchange);
  else if (before === 'unknown') collector.untested('R32', 'orders in the list lack their ids');
  else
    collector.broken({
      rule: 'R32',
      exchange: exchange.number,
      expected: `order ${id} in the list before, or 404`,
      got: `no such order in the list, and ${summarise(response)}`,
    });
}

/** A 404 breaks R30 only if the list still contains the order; otherwise it was removed or never existed. */
async function judgeUnknown(target: ProbeTarget, id: bigint, listed: boolean, first: Attempt): Promise<void> {
  if (listed && (await lookFor(target, id)) === 'listed') {
    target.expect('R30', first, [409], `409 for order ${id}, which is listed and has shipped`);
    return;
  }
  target.collector.untested(['R30', 'R31'], `the target does not know order ${id}, named by \`shippedIds\``);
}

/** R31: the newest list shows a shipped order with the fields that it had before its refused cancels. */
function expectUnchanged({ collector, lists, others }: ProbeTarget, id: bigint, before: LatestList): void {
  const after = lists.latest();
  if (before.kind === 'unreadable' || after.kind === 'unreadable') return;
  const changes = changesBetween(before, after).rewritten.filter((change) => change.id === id);
  if (changes.length > 0 && others.whyNotAlone() !== undefined) {
    collector.untested('R31', `a field of order ${id} changed, and ${others.whyNotAlone()}`);
    return;
  }
  for (const { field, before: was, after: is } of changes)
    collector.broken({
      rule: 'R31',
      exchange: after.exchange,
      expected: `the ${field} of order ${id}, which has shipped, as before its refused cancels${unlessShared}`,
      got: `${is} instead of ${was}`,
    });
}

async function expectListed(target: ProbeTarget, id: bigint): Promise<void> {
  let presence = await lookFor(target, id);
  if (presence === 'gone') presence = await lookFor(target, id);
  if (presence !== 'gone') return;
  const list = target.lists.latest();
  target.collector.broken({
    rule: 'R31',
    exchange: list.kind === 'read' ? list.exchange : undefined,
    expected: `order ${id}, which has shipped, still in the list after the refused cancels`,
    got: 'a list without it, twice',
  });
}
