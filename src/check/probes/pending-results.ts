import { lostDigits } from '../safety/lost-digits.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import type { ProbeTarget } from './target.ts';

/** The cancel of a pending order with the valid key. Its status is `gone` if the list does not have the order any more. */
export type PendingCancel = {
  readonly id: bigint;
  /** Whether it was tried without a valid key before, and every response was a 401. */
  readonly tried: boolean;
  readonly attempt: Attempt;
  readonly status: number | 'gone' | undefined;
  readonly isSecondRefused?: boolean;
};

/** Whether a cancel got the response for an order that is no longer pending. A 404 for a large id is likelier to come from lost digits. */
export function isRefused({ id, status }: PendingCancel): boolean {
  return status === 409 || status === 'gone' || (status === 404 && lostDigits(id).length === 0);
}

/** Decides the rules that need all cancels of pending orders: R26 and R34, and the gaps `cancelled-in-list` and `list-lag`. */
export function judgePending(target: ProbeTarget, cancels: readonly PendingCancel[]): void {
  for (const cancel of cancels) {
    if (cancel.tried && target.others.whyNotAlone() === undefined) judgeTried(target, cancel, cancels);
    judgeStatus(target, cancel, cancels);
    if (cancel.status === 204) observeCancelled(target, cancel);
  }
}

/** R34: two orders that were refused after their cancels without a valid key, and one without such cancels that was not. */
function judgeTried(
  { collector }: ProbeTarget,
  { id, attempt, status }: PendingCancel,
  cancels: readonly PendingCancel[],
): void {
  const refused = cancels.filter((one) => one.tried && isRefused(one));
  const control = cancels.find((one) => !one.tried && one.status === 204);
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
        expected: `204 for order ${id}, named by \`pendingIds\`: its cancels without a valid key got a 401`,
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
  const other = cancels.find((one) => one.status === 204 && one.id !== id);
  // Where cancelled orders get a 409, they do not explain a 404 for an order that is listed.
  const is409Again = collector.gaps.some((one) => one.gap === 'cancel-again' && one.observed === 'conflict');
  if (!isRefused(cancel) || isConfused(id, other) || (status === 404 && is409Again))
    target.expect('R26', attempt, [204], `204 for order ${id}, named by \`pendingIds\` and listed`);
  else collector.untested(['R26', 'R29'], `order ${id} was refused with ${status}: was it still pending?`);
}

/** Whether a target that loses digits takes one order for the other, which it cancelled. */
function isConfused(id: bigint, other: PendingCancel | undefined): boolean {
  return other !== undefined && (lostDigits(id).includes(other.id) || lostDigits(other.id).includes(id));
}

/** The gaps `cancelled-in-list` and, if the orders are removed, `list-lag`. */
function observeCancelled({ collector, lists }: ProbeTarget, { id, attempt }: PendingCancel): void {
  // A list that lacks ids does not say whether it has the order.
  const whole = lists.sightings.filter(({ withoutId }) => withoutId === 0);
  const last = whole.at(-1);
  if (attempt.kind !== 'responded' || last === undefined || lists.latest().kind === 'unreadable') return;
  const observed = last.listed.has(id) ? 'keep' : 'remove';
  collector.observed({ gap: 'cancelled-in-list', observed, allowed: true, exchange: last.exchange });
  const first = whole.find(({ exchange }) => exchange > attempt.exchange.number);
  if (observed !== 'remove' || first === undefined) return;
  const lag = first.listed.has(id) ? 'later' : 'immediate';
  collector.observed({ gap: 'list-lag', observed: lag, allowed: true, exchange: first.exchange });
}
