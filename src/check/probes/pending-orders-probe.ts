import { refusedKeys } from '../../contract/api-key.ts';
import { statusOf } from '../../contract/exchange.ts';
import { lostDigits } from '../safety/lost-digits.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { cancelAgain, expectEveryDigit, expectReturned, presenceIn } from './expectations.ts';
import { unlessShared } from './others.ts';
import type { Probe } from './probe.ts';
import type { ProbeTarget } from './target.ts';

type PendingCancel = {
  readonly id: bigint;
  /** Whether it was tried without a valid key before, and every response was a 401. */
  readonly tried: boolean;
  readonly attempt: Attempt;
  /** `gone` if the list does not have the order any more. */
  readonly status: number | 'gone' | undefined;
  readonly isSecondRefused?: boolean;
};

/** Cancels the orders that the user named, each of them up to three times; the first one also without a valid key, before. */
export const pendingOrdersProbe: Probe = {
  id: 'pending-orders',
  title: 'cancel the orders named by --pending-id',
  level: 'cancel',
  decides: ['R16', 'R17', 'R18', 'R26', 'R29', 'R32', 'R33', 'R34', 'R36'],
  more: refusedKeys.length + 10,
  async run(target) {
    const { settings, collector, lists } = target;
    const { pendingIds } = settings;
    if (pendingIds.length === 0)
      return collector.untested(['R26', 'R27', 'R28', 'R29', 'R34'], 'no order was named by --pending-id');
    await target.readableList();
    expectEveryDigit(target, pendingIds, '--pending-id');
    const first = pendingIds.find((id) => lists.everListed(id));
    if (first === undefined) collector.untested('R34', 'the list contains no order named by --pending-id');
    const cancels: PendingCancel[] = [];
    for (const id of pendingIds) {
      const tries = id === first || needsOther(cancels);
      cancels.push(await cancelPending(target, id, tries && (await isRefusedWithoutKey(target, id))));
    }
    // Later than the second cancels, so that another of several nodes may get it.
    for (const { id, isSecondRefused } of cancels) if (isSecondRefused) await cancelAgain(target, id);
    await expectReturned(target);
    for (const cancel of cancels) {
      if (cancel.tried && target.others.whyNotAlone() === undefined) judgeTried(target, cancel, cancels);
      judgeStatus(target, cancel, cancels);
    }
  },
};

/** Whether a cancel got the response for an order that is no longer pending. A 404 for a large id is likelier to come from lost digits. */
function isRefused({ id, status }: PendingCancel): boolean {
  return status === 409 || status === 'gone' || (status === 404 && lostDigits(id).length === 0);
}

/** The cancels of tried orders that were refused, and one of another order that was not. */
function comparedOf(cancels: readonly PendingCancel[]) {
  const refused = cancels.filter((cancel) => cancel.tried && isRefused(cancel));
  return { refused, control: cancels.find(({ tried, status }) => !tried && status === 204) };
}

/**
 * An order that was refused after its cancels without a valid key may not have been pending. If another one was cancelled, the
 * next one is tried without a valid key, too.
 */
function needsOther(cancels: readonly PendingCancel[]): boolean {
  const { refused, control } = comparedOf(cancels);
  return refused.length === 1 && control !== undefined;
}

/**
 * R16 to R18, R34: tries to cancel a named order that is listed without a key and with wrong keys. The user owns the order, so a
 * target that cancels it harms nobody else. Returns whether every response was a 401.
 */
async function isRefusedWithoutKey(target: ProbeTarget, id: bigint): Promise<boolean> {
  const { collector, lists, others } = target;
  const statuses: (number | undefined)[] = [];
  for (const key of refusedKeys) {
    const attempt = await target.cancel(id, key);
    if (attempt.kind === 'withheld') continue;
    const status = statusOf(attempt.exchange);
    statuses.push(status);
    // It may have been cancelled.
    if (status === undefined || status < 400 || status >= 500) break;
  }
  if (statuses.length === 0 || statuses.some((status) => status !== 401)) {
    collector.untested('R34', `not every cancel of order ${id} without a valid key got a 401`);
    return false;
  }
  await target.list();
  others.expectUnchanged(`the refused cancels of order ${id}`);
  const list = lists.latest();
  if (others.whyNotAlone() !== undefined || list.kind === 'unreadable' || presenceIn(list, id) !== 'gone')
    return true;
  const expected = `order ${id} in the list: its cancels without a valid key got a 401${unlessShared}`;
  const got = 'a list without it';
  collector.broken({ rule: 'R34', exchange: list.exchange, expected, got }, 'listOrders');
  return true;
}

/** Cancels an order, after a 204 once more, and requests a list after a 204 or 404. */
async function cancelPending(target: ProbeTarget, id: bigint, tried: boolean): Promise<PendingCancel> {
  const { collector, others } = target;
  const before = presenceIn(target.lists.latest(), id);
  const attempt = await target.cancel(id);
  const status = target.statusOf(['R26', 'R29', 'R32'], attempt);
  const cancel = { id, tried, attempt, status };
  if (status === undefined || attempt.kind !== 'responded') return cancel;
  if (before === 'listed' && (status === 204 || status === 409)) collector.kept('R32', attempt.exchange);
  if (status === 404) return { ...cancel, status: await whetherUnknown(target, id) };
  if (status !== 204) {
    collector.untested('R29', 'no order was cancelled');
    return cancel;
  }
  target.cancelled.set(id, attempt.exchange.number);
  const again = await cancelAgain(target, id);
  await target.list();
  others.expectUnchanged(`the cancel of order ${id}`);
  return { ...cancel, isSecondRefused: [404, 409].includes(statusOf(again) ?? 0) };
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

/** R34: two orders that were refused after their cancels without a valid key, and one without such cancels that was not. */
function judgeTried(
  target: ProbeTarget,
  { id, attempt, status }: PendingCancel,
  cancels: readonly PendingCancel[],
): void {
  const { refused, control } = comparedOf(cancels);
  if (attempt.kind !== 'responded') target.collector.untested('R34', `order ${id} was not cancelled`);
  else if (status === 204 || (control !== undefined && refused.length > 1)) {
    const although = control === undefined ? '' : `, and order ${control.id} was cancelled`;
    const expected = `204 for order ${id}, named by --pending-id: its cancels without a valid key got a 401${although}`;
    target.expect('R34', attempt, [204], expected);
  } else
    target.collector.untested(
      'R34',
      `order ${id} got no 204: was it still pending, or did a cancel without a valid key cancel it? Name three pending orders to find out`,
    );
}

/** R26. An order that is refused may have been cancelled, or have shipped, before the check. */
function judgeStatus(target: ProbeTarget, cancel: PendingCancel, cancels: readonly PendingCancel[]): void {
  const { collector } = target;
  const { id, attempt, status } = cancel;
  if (typeof status !== 'number') return;
  const other = cancels.find((one) => one.status === 204 && one.id !== id)?.id;
  // Whether a target that loses digits takes one order for the other, which it cancelled.
  const isConfused =
    other !== undefined && (lostDigits(id).includes(other) || lostDigits(other).includes(id));
  // Where cancelled orders get a 409, they do not explain a 404 for an order that is listed.
  const is409Again = collector.gaps.some((one) => one.gap === 'cancel-again' && one.observed === 'conflict');
  if (!isRefused(cancel) || isConfused || (status === 404 && is409Again))
    target.expect('R26', attempt, [204], `204 for order ${id}, named by --pending-id and listed`);
  else collector.untested(['R26', 'R29'], `order ${id} was refused with ${status}: was it still pending?`);
}
