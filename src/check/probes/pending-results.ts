import { changesBetween, isDamage } from '../../contract/judge/list-changes.ts';
import type { LatestList } from '../safety/lists-seen.ts';
import { digitsHint, lostDigits } from '../safety/misreadings.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { expectStatus } from './expect-status.ts';
import { type Others, ordersOf, othersSince, reportOthers } from './other-orders.ts';
import type { ProbeContext } from './probe.ts';
import type { TriedOrder } from './wrong-keys.ts';

/** The cancel of a pending order with the valid key. Its status is `gone` if a 404 was right: no list has the order. */
export type PendingCancel = {
  readonly id: bigint;
  readonly attempt: Attempt;
  readonly status: number | 'gone' | undefined;
  /** What was received instead of a response of the service: it is unknown whether the order was cancelled. */
  readonly lost: string | undefined;
};

/** A list after cancels. */
export type Stage = {
  readonly what: string;
  /** The order that was cancelled, if the list is the first one after its cancel. */
  readonly id?: bigint;
  readonly list: LatestList;
};

/** What the cancels of pending orders showed. */
export type PendingResults = {
  readonly before: LatestList;
  readonly tried: TriedOrder | undefined;
  readonly stages: readonly Stage[];
  readonly cancels: readonly PendingCancel[];
};

/** Decides the rules that need all cancels of pending orders: R26, R33 and R34, and the gap `cancelled-in-list`. */
export async function judgePending(context: ProbeContext, results: PendingResults): Promise<void> {
  const { cancels, before, tried } = results;
  for (const cancel of cancels) judgeStatus(context, cancel, results);
  observeCancelled(context, results);
  noteLists(context, results);
  if (tried === undefined && cancels.every(({ attempt }) => attempt.kind === 'withheld')) return;
  const own = new Set(cancels.filter((cancel) => isOwn(cancel, results)).map(({ id }) => id));
  const others = await othersSince(context, before, own);
  for (const { id, status } of cancels)
    if (status === 'gone' && (own.has(id) || others.kind !== 'damaged'))
      context.collector.note(
        `Order ${id} disappeared from the list before it could be cancelled: someone else uses the target.`,
      );
  const rest = judgeTried(context, others, results);
  if (rest !== undefined) reportOthers(context, rest, whatDamaged(results, own), own);
}

/** Whether an order may change: it was or may have been cancelled, or nothing that was sent before its cancel can have changed it. */
function isOwn({ id, status, attempt, lost }: PendingCancel, { cancels, tried }: PendingResults): boolean {
  if (status === 204 || lost !== undefined) return true;
  if (id === tried?.id) return !tried.refused;
  if (attempt.kind === 'withheld') return false;
  const earlier = cancels.slice(
    0,
    cancels.findIndex((cancel) => cancel.id === id),
  );
  return !earlier.some((cancel) => cancel.status === 204);
}

/** R26, and R34 if an order was refused after its cancels without a valid key, although another one was cancelled. */
function judgeStatus({ collector }: ProbeContext, cancel: PendingCancel, results: PendingResults): void {
  const { id, attempt, status } = cancel;
  if (typeof status !== 'number' || attempt.kind !== 'responded') return;
  const { cancels, tried } = results;
  const other = cancels.find((one) => one.status === 204 && one.id !== id);
  const wasTried = id === tried?.id && tried.refused;
  if (status === 204 && wasTried) collector.kept('R34', attempt.exchange);
  if (wasTried && other !== undefined && cancelledBefore(cancel)) {
    for (const rule of ['R26', 'R29'] as const) collector.untested(rule, `order ${id} breaks R34`);
    collector.broken({
      rule: 'R34',
      exchange: attempt.exchange.number,
      expected: `204 for order ${id}, named by --pending-id: its cancels without a valid key got a 401`,
      got: `${attempt.response.statusLine}, although order ${other.id} was pending`,
    });
    return;
  }
  const expected = `204 for order ${id}, named by --pending-id and listed`;
  if (expectStatus(collector, 'R26', attempt, [204], expected, hintFor(cancel, other)) !== false) return;
  if (status !== 409) return;
  if (wasTried)
    collector.note(
      `Order ${id} was refused. Before, it was tried without a valid key: if it was pending, one of these requests cancelled it, although it got a 401. Name a second pending order to find out.`,
    );
  else if (other !== undefined)
    collector.note(
      `Order ${id} was refused, and order ${other.id} was cancelled: if order ${id} was pending before, that cancel cancelled both.`,
    );
}

/** Whether the response is that of a cancelled order. A 404 for a large id is likelier to come from lost digits. */
function cancelledBefore({ id, status }: PendingCancel): boolean {
  return status === 409 || (status === 404 && lostDigits(id).length === 0);
}

/** A target that loses digits does not find an order, or takes it for another one. */
function hintFor({ id, status }: PendingCancel, other: PendingCancel | undefined): string {
  if (status === 404 || (other !== undefined && lostDigits(id).includes(other.id))) return digitsHint(id);
  return other !== undefined && lostDigits(other.id).includes(id) ? digitsHint(other.id) : '';
}

/** R34: reports the tried order if it is gone. Returns the rest of what changed. */
function judgeTried(
  { collector }: ProbeContext,
  others: Others,
  { tried, cancels }: PendingResults,
): Others | undefined {
  const cancel = cancels.find(({ id }) => id === tried?.id);
  if (tried?.refused !== true || cancel === undefined || cancel.status === 204) return others;
  const reason = `order ${tried.id} was not cancelled`;
  if (others.kind !== 'damaged' || !others.changes.gone.includes(tried.id)) {
    collector.untested('R34', others.kind === 'unknown' ? others.why : reason);
    return others;
  }
  const [first, last] = [tried.requests[0], tried.requests.at(-1)];
  collector.broken({
    rule: 'R34',
    exchange: others.exchange,
    expected: `order ${tried.id} in the list: requests ${first} to ${last}, without a valid key, got a 401`,
    got: cancel.status === 'gone' ? 'a list without it, and 404 for its cancel' : 'a list without it',
  });
  const gone = others.changes.gone.filter((id) => id !== tried.id);
  const changes = { ...others.changes, gone, fewer: others.changes.fewer - 1 };
  return isDamage(changes) ? { ...others, changes } : undefined;
}

/** Returns the first cancel after which a list showed a change of other orders. */
function whatDamaged({ before, stages }: PendingResults, own: ReadonlySet<bigint>): string {
  const shows = ({ list }: Stage): boolean =>
    before.kind === 'read' && list.kind === 'read' && isDamage(changesBetween(before, list, own));
  return (stages.find(shows) ?? stages.at(-1))?.what ?? 'the cancels of pending orders';
}

/** Notes an order that came back after its cancel, and lists that stay as long as they were although cancels remove orders. */
function noteLists({ collector, lists }: ProbeContext, { before, cancels, stages }: PendingResults): void {
  for (const { id, status } of cancels) {
    const first = stages.find((stage) => stage.id === id)?.list;
    if (status !== 204 || first?.kind !== 'read') continue;
    const later = lists.plain.filter(({ exchange }) => exchange >= first.exchange);
    const without =
      later.find(({ ids, withoutId }) => withoutId === 0 && !ids.has(id))?.exchange ??
      Number.POSITIVE_INFINITY;
    const back = later.find(({ ids, exchange }) => exchange > without && ids.has(id));
    if (back !== undefined)
      collector.note(
        `Order ${id} was cancelled, was missing from the list of request ${without} and is back in request ${back.exchange}, as of two stores behind one address.`,
      );
  }
  const lengths = [before, ...stages.map(({ list }) => list)].filter((list) => list.kind === 'read');
  const appeared = lengths.flatMap((list, index) => {
    const last = lengths[index - 1];
    return last?.orders === list.orders ? list.ids.missingFrom(last.ids) : [];
  });
  const done = cancels.filter(({ status }) => status === 204).length;
  if (done > 0 && appeared.length >= done)
    collector.note(
      `After each cancel as many orders appeared as were removed (${ordersOf(appeared)}): does the list end at ${lengths[0]?.orders} orders, or does someone else place some?`,
    );
}

/** The gaps `cancelled-in-list` and, if the orders are removed, `list-lag`. */
function observeCancelled({ collector, lists }: ProbeContext, { cancels, stages }: PendingResults): void {
  const list = lists.latest();
  if (list.kind === 'unreadable') return;
  for (const { id, status } of cancels) {
    if (status !== 204) continue;
    const observed = list.ids.has(id) ? 'keep' : 'remove';
    collector.observed({ gap: 'cancelled-in-list', observed, allowed: true, exchange: list.exchange });
    const first = stages.find((stage) => stage.id === id)?.list;
    if (observed !== 'remove' || first?.kind !== 'read') continue;
    const lag = first.ids.has(id) ? 'later' : 'immediate';
    collector.observed({ gap: 'list-lag', observed: lag, allowed: true, exchange: first.exchange });
  }
}
