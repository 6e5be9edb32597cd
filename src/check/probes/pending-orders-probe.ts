import { refusedKeys } from '../../contract/api-key.ts';
import { statusOf as statusOfExchange } from '../../contract/exchange.ts';
import { isUnavailable } from '../../contract/unavailable.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { cancelAgain, expectRefusedKey } from './expect-cancel.ts';
import { expectEveryDigit, lookFor, presenceIn } from './named-in-list.ts';
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
    const {
      settings: { pendingIds },
      collector,
    } = target;
    if (pendingIds.length === 0)
      return collector.untested(['R26', 'R27', 'R28', 'R29', 'R34'], 'no order was named by `pendingIds`');
    await target.readableList();
    expectEveryDigit(target, pendingIds, '`pendingIds`');
    const cancels: PendingCancel[] = [];
    const first = pendingIds.find((id) => target.lists.everListed(id));
    if (first === undefined) collector.untested('R34', 'the list contains no order named by `pendingIds`');
    for (const id of pendingIds)
      cancels.push(await cancelPending(target, id, id === first || needsOther(cancels)));
    // Later than the second cancels, so that another of several nodes may get it.
    for (const { id, again } of cancels) if (again === true) await cancelAgain(target, id);
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
  const untried = cancels.filter((cancel) => !cancel.tried);
  return tried.length === 1 && tried.every(isRefused) && untried.some((cancel) => cancel.status === 204);
}

/** Cancels an order, after a 204 once more, and requests a list after a 204 or 404. */
async function cancelPending(target: ProbeTarget, id: bigint, tries: boolean): Promise<PendingCancel> {
  const { collector } = target;
  const keys = tries ? await tryWrongKeys(target, id) : 'not-tried';
  const tried = keys === 'refused';
  const isGone = await isGoneBefore(target, id, tried);
  const attempt = await cancelUnless(target, id, isGone, keys);
  const cancel = { id, tried, attempt, lost: whatIsLost(attempt) };
  if (isGone) return { ...cancel, status: 'gone' };
  const status = target.statusOf(['R26', 'R29', 'R32'], attempt);
  if (cancel.lost !== undefined)
    collector.note(
      `It is unknown whether order ${id} was cancelled: its cancel got ${cancel.lost} and is not repeated.`,
    );
  if (attempt.kind !== 'responded' || status === undefined) return { ...cancel, status: undefined };
  if (status === 204 || status === 409) collector.kept('R32', attempt.exchange);
  if (status === 404) return { ...cancel, status: await whetherUnknown(target, id) };
  if (status !== 204) collector.untested('R29', 'no order was cancelled');
  if (status !== 204) return { ...cancel, status };
  target.cancelled.add(id);
  const second = await cancelAgain(target, id);
  await target.list();
  target.others.expectUnchanged(`the cancel of order ${id}`);
  return { ...cancel, status, again: [404, 409].includes(statusOfExchange(second) ?? 0) };
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

async function cancelUnless(
  target: ProbeTarget,
  id: bigint,
  isGone: boolean,
  keys: TriedKeys,
): Promise<Attempt> {
  if (isGone) return target.withhold(id, `order ${id} left the list before its cancel`);
  if (keys === 'accepted')
    return target.withhold(id, `order ${id} may have been cancelled without a valid key`);
  return target.cancel(id);
}

/** Returns whether an order that was listed is gone. R34: its cancels without a valid key did not do that. */
async function isGoneBefore(target: ProbeTarget, id: bigint, refused: boolean): Promise<boolean> {
  const { lists, others, collector } = target;
  if (!lists.everListed(id)) return false;
  if (refused) {
    await target.list();
    others.expectUnchanged(`the refused cancels of order ${id}`);
  }
  const list = lists.latest();
  if (list.kind === 'unreadable' || presenceIn(list, id) !== 'gone') return false;
  collector.untested(['R26', 'R29'], `order ${id} disappeared before its cancel`);
  if (refused && others.whyNotAlone() === undefined)
    collector.broken({
      rule: 'R34',
      exchange: list.exchange,
      expected: `order ${id} in the list: its cancels without a valid key got a 401${unlessShared}`,
      got: 'a list without it',
    });
  return true;
}

/** A gateway may respond after the service cancelled the order. A 429 refuses the request. */
function whatIsLost(attempt: Attempt): string | undefined {
  if (attempt.kind !== 'responded') return attempt.kind === 'failed' ? 'no response' : undefined;
  const { status } = attempt.response;
  return isUnavailable(status) && status !== 429 ? `a ${status}` : undefined;
}

/** Returns 404 if a new list still contains the order: only then the 404 is wrong. */
async function whetherUnknown(target: ProbeTarget, id: bigint): Promise<404 | 'gone' | undefined> {
  const presence = await lookFor(target, id);
  target.others.expectUnchanged(`the cancel of order ${id}`);
  if (presence === 'listed') return 404;
  const reason =
    presence === 'unknown'
      ? `order ${id} was not found, and no list shows whether it exists`
      : `order ${id} disappeared before its cancel`;
  target.collector.untested(['R26', 'R29'], reason);
  return presence === 'gone' ? 'gone' : undefined;
}
