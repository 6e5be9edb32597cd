import { refusedKeys } from '../../contract/api-key.ts';
import { statusOf } from '../../contract/exchange.ts';
import { lostDigits } from '../safety/lost-digits.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { cancelAgain } from './expect-cancel.ts';
import { expectEveryDigit, presenceIn } from './named-in-list.ts';
import { unlessShared } from './others.ts';
import type { Probe } from './probe.ts';
import { expectReturned } from './returned-orders.ts';
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
    for (const id of pendingIds)
      cancels.push(await cancelPending(target, id, id === first || needsOther(cancels)));
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
 * R16 to R18: tries to cancel a named order that is listed without a key and with wrong keys. The user owns the order, so a target
 * that cancels it harms nobody else. `accepted`: it may have been cancelled.
 */
async function tryWrongKeys(target: ProbeTarget, id: bigint): Promise<'refused' | 'other' | 'accepted'> {
  let sent = 0;
  let refused = 0;
  for (const key of refusedKeys) {
    const attempt = await target.cancel(id, key);
    if (attempt.kind === 'withheld') continue;
    sent += 1;
    if (statusOf(attempt.exchange) === 401) refused += 1;
    else if (attempt.kind === 'failed' || attempt.response.status < 400 || attempt.response.status >= 500)
      return 'accepted';
  }
  return sent > 0 && refused === sent ? 'refused' : 'other';
}

/** Cancels an order, after a 204 once more, and requests a list after a 204 or 404. */
async function cancelPending(target: ProbeTarget, id: bigint, tries: boolean): Promise<PendingCancel> {
  const { collector, others, lists } = target;
  const keys = tries ? await tryWrongKeys(target, id) : 'other';
  const tried = keys === 'refused';
  if (tried) await expectStillListed(target, id);
  else if (tries) collector.untested('R34', `not every cancel of order ${id} without a valid key got a 401`);
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
  target.cancelled.set(id, attempt.exchange.number);
  const again = await cancelAgain(target, id);
  await target.list();
  others.expectUnchanged(`the cancel of order ${id}`);
  return { ...cancel, isSecondRefused: [404, 409].includes(statusOf(again) ?? 0) };
}

async function expectStillListed(target: ProbeTarget, id: bigint): Promise<void> {
  const { lists, others, collector } = target;
  await target.list();
  others.expectUnchanged(`the refused cancels of order ${id}`);
  const list = lists.latest();
  if (others.whyNotAlone() !== undefined || list.kind === 'unreadable' || presenceIn(list, id) !== 'gone')
    return;
  const expected = `order ${id} in the list: its cancels without a valid key got a 401${unlessShared}`;
  collector.broken(
    { rule: 'R34', exchange: list.exchange, expected, got: 'a list without it' },
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

/** R34: two orders that were refused after their cancels without a valid key, and one without such cancels that was not. */
function judgeTried(
  { collector }: ProbeTarget,
  { id, attempt, status }: PendingCancel,
  cancels: readonly PendingCancel[],
): void {
  const { refused, control } = comparedOf(cancels);
  if (attempt.kind !== 'responded') collector.untested('R34', `order ${id} was not cancelled`);
  else if (status === 204) collector.kept('R34', attempt.exchange);
  else if (control === undefined || refused.length < 2)
    collector.untested(
      'R34',
      `order ${id} was refused: was it still pending, or did a cancel without a valid key cancel it? Name three pending orders to find out`,
    );
  else
    collector.broken(
      {
        rule: 'R34',
        exchange: attempt.exchange.number,
        expected: `204 for order ${id}, named by --pending-id: its cancels without a valid key got a 401`,
        got: `${attempt.response.statusLine}, although order ${control.id} was pending`,
      },
      'cancelOrder',
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
