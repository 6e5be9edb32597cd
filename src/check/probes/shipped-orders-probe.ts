import type { RequestKey } from '../../contract/api-key.ts';
import { changesBetween } from '../../contract/judge/list-changes.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import type { LatestList, SeenList } from '../safety/lists-seen.ts';
import { digitsHint } from '../safety/misreadings.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { wrongKeysForShipped } from '../safety/safety-policy.ts';
import { countDamage } from './count-damage.ts';
import { expectStatus, statusOf, summarise } from './expect-status.ts';
import {
  expectEveryDigit,
  ifFirst,
  listBeforeCancels,
  lookFor,
  requestList,
  settlingSteps,
} from './list-probe.ts';
import { expectOthersUnchanged, ordersOf, repeatedLists } from './other-orders.ts';
import type { PlannedStep, Probe, ProbeContext } from './probe.ts';
import { expectRefusedKey } from './wrong-keys.ts';

/** Tries to cancel the orders that have shipped, according to the user, each of them twice. */
export const shippedOrdersProbe: Probe = {
  id: 'shipped-orders',
  title: 'try to cancel the orders named by `shippedIds`',
  level: 'cancel',
  rules: ['R16', 'R17', 'R18', 'R30', 'R31', 'R32', 'R33'],
  plan: ({ shippedIds, refusedKeys }) =>
    shippedIds.length === 0
      ? []
      : [
          { request: listOrders(), condition: 'only if the newest list cannot be read' },
          ...settlingSteps(ifFirst),
          ...shippedIds.flatMap((id) => stepsOf(id, refusedKeys)),
          { request: listOrders(), condition: 'only if no list was requested after the last cancel' },
          ...repeatedLists,
        ],
  async run(context) {
    if (context.shippedIds.length === 0) {
      context.collector.untested(['R30', 'R31'], 'no order was named by `shippedIds`');
      return;
    }
    const { lists, shippedIds } = context;
    const before = await listBeforeCancels(context);
    expectEveryDigit(context, shippedIds, '`shippedIds`');
    let sent = false;
    const own = new Set(shippedIds);
    const damage = await countDamage(
      context,
      own,
      shippedIds.map((id) => async () => {
        sent = (await cancelShipped(context, id)) || sent;
      }),
    );
    if (!sent) return;
    if (lists.latest() === before) await requestList(context);
    const after = lists.plain.filter(({ exchange }) => before.kind === 'read' && exchange > before.exchange);
    await expectOthersUnchanged(context, before, `the cancels of ${ordersOf(shippedIds)}`, damage, own);
    expectUnchanged(context, before, after);
  },
};

function stepsOf(id: bigint, refusedKeys: readonly RequestKey[]): readonly PlannedStep[] {
  return [
    ...refusedKeys
      .slice(0, wrongKeysForShipped)
      .map((key) => ({ request: cancelOrder(id, key), condition: 'only if the list contains the order' })),
    { request: cancelOrder(id) },
    { request: listOrders(), condition: 'only if the list contained the order, and the cancel got a 409' },
    { request: cancelOrder(id), condition: 'only if the first cancel got a 409' },
    { request: listOrders(), condition: 'only if the list contained the order' },
    { request: listOrders(), condition: 'only if the list before does not contain the order' },
  ];
}

async function cancelShipped(context: ProbeContext, id: bigint): Promise<boolean> {
  const { collector } = context;
  const before = context.lists.latest();
  const listed = before.kind === 'read' && before.ids.has(id);
  // The order cannot be cancelled any more, so that a target that does not check the key harms nothing; its 409 shows that.
  for (const key of listed ? context.refusedKeys.slice(0, wrongKeysForShipped) : [])
    expectRefusedKey(context, key, await context.attempt(cancelOrder(id, key)), [404]);
  const first = await context.attempt(cancelOrder(id));
  const status = statusOf(collector, ['R30', 'R31', 'R32'], first);
  if (status === undefined || first.kind !== 'responded') return first.kind !== 'withheld';
  if (status === 404) {
    await unknownShipped(context, id, listed, first);
    return true;
  }
  if (status === 204 || status === 409) expectKnown(context, id, listed, first);
  if (expectStatus(collector, 'R30', first, [409], `409 for order ${id}, which has shipped`) !== true)
    return true;
  // Only a list between two refused cancels shows a field that each of them changes back and forth.
  if (listed) await requestList(context);
  const again = await context.attempt(cancelOrder(id));
  const refusedAgain = `409 again for order ${id}, which has shipped`;
  if (expectStatus(collector, 'R31', again, [409], refusedAgain) === true && listed)
    await expectListed(context, id);
  return true;
}

/** R32: a 204 or 409 is only for an order in the list. */
function expectKnown(
  { collector }: ProbeContext,
  id: bigint,
  listed: boolean,
  { exchange, response }: Attempt & { kind: 'responded' },
): void {
  if (listed) collector.kept('R32', exchange);
  else
    collector.broken({
      rule: 'R32',
      exchange: exchange.number,
      expected: `order ${id} in the list before, or 404`,
      got: `no such order in the list, and ${summarise(response)}`,
    });
}

/** A 404 breaks R30 only if the list still contains the order; otherwise it was removed or never existed. */
async function unknownShipped(
  context: ProbeContext,
  id: bigint,
  listed: boolean,
  first: Attempt,
): Promise<void> {
  const { collector } = context;
  if (listed && (await lookFor(context, id)) === 'listed') {
    const expected = `409 for order ${id}, which is listed and has shipped`;
    expectStatus(collector, 'R30', first, [409], expected, digitsHint(id));
    return;
  }
  collector.untested(['R30', 'R31'], `the target does not know order ${id}, named by \`shippedIds\``);
}

/** R31: in every later list, the shipped orders have the fields that they had before, unless someone else may have changed them. */
function expectUnchanged(
  { collector, lists, shippedIds }: ProbeContext,
  before: LatestList,
  later: readonly SeenList[],
): void {
  if (before.kind === 'unreadable') return;
  const unchanged = new Set(shippedIds);
  for (const after of later) {
    const changes = changesBetween(before, after).rewritten.filter(({ id }) => unchanged.has(id));
    if (changes.length > 0 && lists.changedByOthers())
      collector.untested('R31', 'the fields of a shipped order changed, and someone else uses the target');
    else
      for (const { id, field, before: was, after: is } of changes)
        collector.broken({
          rule: 'R31',
          exchange: after.exchange,
          expected: `${field} ${was} of order ${id}, which has shipped, as before its refused cancels`,
          got: `${field} ${is}`,
        });
    for (const { id } of changes) unchanged.delete(id);
  }
}

async function expectListed(context: ProbeContext, id: bigint): Promise<void> {
  let presence = await lookFor(context, id);
  if (presence === 'gone') presence = await lookFor(context, id);
  if (presence !== 'gone') return;
  const list = context.lists.latest();
  context.collector.broken({
    rule: 'R31',
    exchange: list.kind === 'read' ? list.exchange : undefined,
    expected: `order ${id}, which has shipped, still in the list after the refused cancels`,
    got: 'a list without it, twice',
  });
}
