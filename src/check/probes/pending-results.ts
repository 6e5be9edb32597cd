import type { ResultCollector } from '../../contract/result-collector.ts';
import { lostDigits } from '../safety/misreadings.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import type { ProbeTarget } from './target.ts';

/** The cancel of a pending order with the valid key. Its status is `gone` if the list does not have the order any more. */
export type PendingCancel = {
  readonly id: bigint;
  /** Whether it was tried without a valid key before, and every response was a 401. */
  readonly tried: boolean;
  readonly attempt: Attempt;
  readonly status: number | 'gone' | undefined;
  /** What was received instead of a response of the service: it is unknown whether the order was cancelled. */
  readonly lost: string | undefined;
  /** Whether a second cancel was refused. */
  readonly again?: boolean;
};

/** Whether a cancel got the response for an order that is no longer pending. A 404 for a large id is likelier to come from lost digits. */
export function isRefused({ id, status }: PendingCancel): boolean {
  return status === 409 || status === 'gone' || (status === 404 && lostDigits(id).length === 0);
}

/** Decides the rules that need all cancels of pending orders: R26 and R34, and the gaps `cancelled-in-list` and `list-lag`. */
export function judgePending(target: ProbeTarget, cancels: readonly PendingCancel[]): void {
  for (const cancel of cancels) {
    if (cancel.tried) judgeTried(target, cancel, cancels);
    judgeStatus(target, cancel, cancels);
    observeCancelled(target, cancel);
  }
}

/** R34: two orders that were refused after their cancels without a valid key, and one without such cancels that was not. */
function judgeTried(
  { collector, others }: ProbeTarget,
  cancel: PendingCancel,
  cancels: readonly PendingCancel[],
): void {
  const { id, attempt, status } = cancel;
  if (others.whyNotAlone() !== undefined) return;
  if (status === 204 && attempt.kind === 'responded') {
    collector.kept('R34', attempt.exchange);
    return;
  }
  const refused = cancels.filter((one) => one.tried && isRefused(one));
  const control = cancels.find((one) => !one.tried && one.status === 204);
  if (control === undefined || refused.length < 2 || attempt.kind !== 'responded') {
    collector.untested(
      'R34',
      `order ${id} was refused: was it still pending, or did one of its cancels without a valid key cancel it?`,
    );
    collector.note(
      `Order ${id} was refused after cancels without a valid key. Name three pending orders to find out why.`,
    );
    return;
  }
  collector.broken({
    rule: 'R34',
    exchange: attempt.exchange.number,
    expected: `204 for order ${id}, named by \`pendingIds\`: its cancels without a valid key got a 401`,
    got: `${attempt.response.statusLine}, although order ${control.id} was pending`,
  });
}

/** Whether the target refuses cancelled orders with a 409, so that they do not explain a 404 for an order that is listed. */
function is409Again({ gaps }: ResultCollector): boolean {
  return gaps.some(({ gap, observed }) => gap === 'cancel-again' && observed === 'conflict');
}

/** R26. An order that is refused may have been cancelled, or have shipped, before the check. */
function judgeStatus(target: ProbeTarget, cancel: PendingCancel, cancels: readonly PendingCancel[]): void {
  const { collector } = target;
  const { id, attempt, status, tried } = cancel;
  if (typeof status !== 'number' || attempt.kind !== 'responded') return;
  const other = cancels.find((one) => one.status === 204 && one.id !== id);
  const expected = `204 for order ${id}, named by \`pendingIds\` and listed`;
  const isBroken = !isRefused(cancel) || isConfused(id, other) || (status === 404 && is409Again(collector));
  if (isBroken) target.expect('R26', attempt, [204], expected);
  else collector.untested(['R26', 'R29'], `order ${id} was refused with ${status}: was it still pending?`);
  if (status === 409 && !tried && other !== undefined)
    collector.note(
      `Order ${id} was refused, and order ${other.id} was cancelled: if order ${id} was pending before, that cancel cancelled both.`,
    );
}

/** Whether a target that loses digits takes one order for the other, which it cancelled. */
function isConfused(id: bigint, other: PendingCancel | undefined): boolean {
  return other !== undefined && (lostDigits(id).includes(other.id) || lostDigits(other.id).includes(id));
}

/** The gaps `cancelled-in-list` and, if the orders are removed, `list-lag`. */
function observeCancelled({ collector, lists }: ProbeTarget, { id, status, attempt }: PendingCancel): void {
  // A list that lacks ids does not say whether it has the order.
  const last = lists.sightings.findLast(({ withoutId }) => withoutId === 0);
  if (status !== 204 || attempt.kind !== 'responded' || last === undefined) return;
  if (lists.latest().kind === 'unreadable') return;
  const observed = last.listed.has(id) ? 'keep' : 'remove';
  collector.observed({ gap: 'cancelled-in-list', observed, allowed: true, exchange: last.exchange });
  const first = lists.sightings.find(
    ({ exchange, withoutId }) => exchange > attempt.exchange.number && withoutId === 0,
  );
  if (observed !== 'remove' || first === undefined) return;
  const lag = first.listed.has(id) ? 'later' : 'immediate';
  collector.observed({ gap: 'list-lag', observed: lag, allowed: true, exchange: first.exchange });
}
