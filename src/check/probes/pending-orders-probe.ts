import { refusedKeys } from '../../contract/api-key.ts';
import { statusOf } from '../../contract/exchange.ts';
import { cancelAgain, expectRefusedKey } from './expect-cancel.ts';
import { expectEveryDigit, presenceIn } from './named-in-list.ts';
import { unlessShared } from './others.ts';
import { isRefused, judgePending, type PendingCancel } from './pending-results.ts';
import type { Probe } from './probe.ts';
import { expectReturned } from './returned-orders.ts';
import type { ProbeTarget } from './target.ts';

/** Cancels the orders that the user named, each of them up to three times; the first one also without a valid key, before. */
export const pendingOrdersProbe: Probe = {
  id: 'pending-orders',
  title: 'cancel the orders named by `pendingIds`',
  level: 'cancel',
  decides: ['R16', 'R17', 'R18', 'R26', 'R29', 'R32', 'R33', 'R34', 'R36'],
  more: refusedKeys.length + 10,
  async run(target) {
    const { settings, collector, lists } = target;
    const { pendingIds } = settings;
    if (pendingIds.length === 0)
      return collector.untested(['R26', 'R27', 'R28', 'R29', 'R34'], 'no order was named by `pendingIds`');
    await target.readableList();
    expectEveryDigit(target, pendingIds, '`pendingIds`');
    const first = pendingIds.find((id) => lists.everListed(id));
    if (first === undefined) collector.untested('R34', 'the list contains no order named by `pendingIds`');
    const cancels: PendingCancel[] = [];
    for (const id of pendingIds) {
      const keys = id === first || needsOther(cancels) ? await tryWrongKeys(target, id) : 'not-tried';
      cancels.push(await cancelPending(target, id, keys));
    }
    // Later than the second cancels, so that another of several nodes may get it.
    for (const { id, isSecondRefused } of cancels) if (isSecondRefused) await cancelAgain(target, id);
    await expectReturned(target);
    judgePending(target, cancels);
  },
};

/**
 * An order that was refused after its cancels without a valid key may not have been pending. If another one was cancelled, the
 * next one is tried without a valid key, too.
 */
function needsOther(cancels: readonly PendingCancel[]): boolean {
  const tried = cancels.filter((cancel) => cancel.tried);
  return (
    tried.length === 1 && tried.every(isRefused) && cancels.some((one) => !one.tried && one.status === 204)
  );
}

type TriedKeys = 'not-tried' | 'refused' | 'other' | 'accepted';

/**
 * R16 to R18: tries to cancel a named order that is listed without a key and with wrong keys. The user owns the order, so a target
 * that cancels it harms nobody else. Returns `refused` if every cancel got a 401.
 */
async function tryWrongKeys(target: ProbeTarget, id: bigint): Promise<TriedKeys> {
  let result: TriedKeys = 'not-tried';
  for (const key of refusedKeys) {
    const attempt = await target.cancel(id, key);
    const got401 = expectRefusedKey(target, key, attempt);
    if (attempt.kind === 'withheld') continue;
    const status = attempt.kind === 'responded' ? attempt.response.status : 0;
    if (!got401) result = status >= 400 && status < 500 ? 'other' : 'accepted';
    else if (result === 'not-tried') result = 'refused';
    if (result === 'accepted') break;
  }
  if (result !== 'refused')
    target.collector.untested('R34', `not every cancel of order ${id} without a valid key got a 401`);
  return result;
}

/** Cancels an order, after a 204 once more, and requests a list after a 204 or 404. */
async function cancelPending(target: ProbeTarget, id: bigint, keys: TriedKeys): Promise<PendingCancel> {
  const { collector, others, lists } = target;
  const tried = keys === 'refused';
  if (tried) await expectStillListed(target, id);
  const hasLeft = lists.everListed(id) && presenceIn(lists.latest(), id) === 'gone';
  const left = hasLeft ? `order ${id} left the list before its cancel` : undefined;
  const why = keys === 'accepted' ? `order ${id} may have been cancelled without a valid key` : left;
  const attempt = why === undefined ? await target.cancel(id) : target.withhold(id, why);
  const status = target.statusOf(['R26', 'R29', 'R32'], attempt);
  const cancel = { id, tried, attempt, status };
  if (status === undefined || attempt.kind !== 'responded') return cancel;
  if (status === 204 || status === 409) collector.kept('R32', attempt.exchange);
  if (status === 404) return { ...cancel, status: await whetherUnknown(target, id) };
  if (status !== 204) {
    collector.untested('R29', 'no order was cancelled');
    return cancel;
  }
  target.cancelled.add(id);
  const again = await cancelAgain(target, id);
  await target.list();
  others.expectUnchanged(`the cancel of order ${id}`);
  return { ...cancel, isSecondRefused: [404, 409].includes(statusOf(again) ?? 0) };
}

/** R34: the cancels of an order that got a 401 did not take it from the list. */
async function expectStillListed(target: ProbeTarget, id: bigint): Promise<void> {
  const { lists, others, collector } = target;
  await target.list();
  others.expectUnchanged(`the refused cancels of order ${id}`);
  const list = lists.latest();
  if (others.whyNotAlone() !== undefined || list.kind === 'unreadable') return;
  if (presenceIn(list, id) !== 'gone') return;
  collector.broken(
    {
      rule: 'R34',
      exchange: list.exchange,
      expected: `order ${id} in the list: its cancels without a valid key got a 401${unlessShared}`,
      got: 'a list without it',
    },
    'listOrders',
  );
}

/** Returns 404 if a new list still contains the order: only then the 404 is wrong. */
async function whetherUnknown(target: ProbeTarget, id: bigint): Promise<404 | 'gone' | undefined> {
  await target.list();
  const presence = presenceIn(target.lists.latest(), id);
  target.others.expectUnchanged(`the cancel of order ${id}`);
  if (presence === 'listed') return 404;
  const isGone = presence === 'gone';
  const why = isGone ? 'disappeared before its cancel' : 'was not found, and no list shows whether it exists';
  target.collector.untested(['R26', 'R29'], `order ${id} ${why}`);
  return isGone ? 'gone' : undefined;
}
