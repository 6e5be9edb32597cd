import { changesBetween, isDamage } from '../../contract/judge/list-changes.ts';
import type { ResultCollector } from '../../contract/result-collector.ts';
import type { LatestList, SeenList } from '../safety/lists-seen.ts';
import { digitsHint, lostDigits } from '../safety/misreadings.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { expectStatus } from './expect-status.ts';
import { expectOthersUnchanged, ordersOf } from './other-orders.ts';
import type { ProbeContext } from './probe.ts';
import type { TriedOrder } from './wrong-keys.ts';

/** The cancel of a pending order with the valid key. Its status is `gone` if a 404 was right: no list has the order. */
export type PendingCancel = {
  readonly id: bigint;
  readonly attempt: Attempt;
  readonly status: number | 'gone' | undefined;
  /** What was received instead of a response of the service: it is unknown whether the order was cancelled. */
  readonly lost: string | undefined;
  /** Whether a second cancel was refused. */
  readonly again?: boolean;
};

export type Stage = {
  readonly what: string;
  /** The order that was cancelled, if the list is the first one after its cancel. */
  readonly id?: bigint;
  readonly list: LatestList;
};

/** What the cancels of pending orders showed. */
export type PendingResults = {
  readonly before: LatestList;
  /** The second one is tried only if the first one was refused. */
  readonly tried: readonly TriedOrder[];
  readonly stages: readonly Stage[];
  readonly cancels: readonly PendingCancel[];
  /** After how many of the cancels other orders were gone. */
  readonly damage: number;
};

/** Decides the rules that need all cancels of pending orders: R26, R33 and R34, and the gap `cancelled-in-list`. */
export async function judgePending(context: ProbeContext, results: PendingResults): Promise<void> {
  const { cancels, before, tried, damage } = results;
  for (const cancel of cancels) judgeStatus(context, cancel, results);
  observeCancelled(context, results);
  noteLengths(context, results);
  if (tried.length === 0 && cancels.every(({ attempt }) => attempt.kind === 'withheld')) return;
  const own = new Set(cancels.filter((cancel) => isOwn(cancel, results)).map(({ id }) => id));
  await expectOthersUnchanged(context, before, whatDamaged(results, own), damage, own);
  for (const { id, status } of cancels)
    if (status === 'gone' && own.has(id) && (context.lists.changedByOthers() || !isTried(id, results)))
      context.collector.note(
        `Order ${id} disappeared from the list before it could be cancelled: someone else uses the target.`,
      );
}

/** Whether an order may change: it was or may have been cancelled, or nothing that was sent before its cancel can have changed it. */
function isOwn({ id, status, attempt, lost }: PendingCancel, results: PendingResults): boolean {
  const { cancels } = results;
  if (status === 204 || lost !== undefined || isTried(id, results)) return true;
  if (attempt.kind === 'withheld') return false;
  const earlier = cancels.slice(
    0,
    cancels.findIndex((cancel) => cancel.id === id),
  );
  return !earlier.some((cancel) => cancel.status === 204);
}

function isTried(id: bigint, { tried }: PendingResults): boolean {
  return tried.some((order) => order.id === id);
}

/** Whether a cancel got the response for an order that is no longer pending. A 404 for a large id is likelier to come from lost digits. */
export function isRefused({ id, status }: PendingCancel): boolean {
  return status === 409 || status === 'gone' || (status === 404 && lostDigits(id).length === 0);
}

/**
 * R34: an order that was refused after its cancels without a valid key may have been cancelled by someone else before. If it
 * happens with two orders, but not with one in between, their cancels without a valid key cancelled them.
 */
function judgeTried({ collector }: ProbeContext, cancel: PendingCancel, results: PendingResults): void {
  const { id, attempt } = cancel;
  const { cancels, tried } = results;
  const refused = cancels.filter((one) => isTried(one.id, results) && isRefused(one));
  const control = cancels.findLast((one) => one.status === 204 && !isTried(one.id, results));
  if (control === undefined || refused.length < 2 || tried.some((order) => !order.refused)) {
    const reason = `order ${id} was refused: was it still pending, or did one of its cancels without a valid key cancel it?`;
    collector.untested('R34', reason);
    collector.note(
      `Order ${id} was refused after cancels without a valid key. Name three pending orders to find out why.`,
    );
    return;
  }
  collector.broken({
    rule: 'R34',
    exchange: attempt.kind === 'responded' ? attempt.exchange.number : undefined,
    expected: `204 for order ${id}, named by \`pendingIds\`: its cancels without a valid key got a 401`,
    got: `${attempt.kind === 'responded' ? attempt.response.statusLine : 'a list without it'}, although order ${control.id} was pending`,
  });
}

/** Whether the target refuses cancelled orders with a 409, so that they do not explain a 404 for an order that is listed. */
function is409Again({ gaps }: ResultCollector): boolean {
  return gaps.some(({ gap, observed }) => gap === 'cancel-again' && observed === 'conflict');
}

/** R26. An order that is refused may have been cancelled, or have shipped, before the check. */
function judgeStatus(context: ProbeContext, cancel: PendingCancel, results: PendingResults): void {
  const { collector } = context;
  const { id, attempt, status } = cancel;
  const wasTried = isTried(id, results);
  if (wasTried && isRefused(cancel)) judgeTried(context, cancel, results);
  else if (wasTried && status !== 204) collector.untested('R34', `order ${id} was not cancelled`);
  if (typeof status !== 'number' || attempt.kind !== 'responded') return;
  if (status === 204 && wasTried) collector.kept('R34', attempt.exchange);
  const other = results.cancels.find((one) => one.status === 204 && one.id !== id);
  const hint = hintFor(cancel, other);
  const expected = `204 for order ${id}, named by \`pendingIds\` and listed`;
  if (hint !== '' || !isRefused(cancel) || (status === 404 && is409Again(collector)))
    expectStatus(collector, 'R26', attempt, [204], expected, hint);
  else collector.untested(['R26', 'R29'], `order ${id} was refused with ${status}: was it still pending?`);
  if (status === 409 && !wasTried && other !== undefined)
    collector.note(
      `Order ${id} was refused, and order ${other.id} was cancelled: if order ${id} was pending before, that cancel cancelled both.`,
    );
}

/** A target that loses digits does not find an order, or takes it for another one. */
function hintFor({ id, status }: PendingCancel, other: PendingCancel | undefined): string {
  if (status === 404 || (other !== undefined && lostDigits(id).includes(other.id))) return digitsHint(id);
  return other !== undefined && lostDigits(other.id).includes(id) ? digitsHint(other.id) : '';
}

/** Returns the first cancel after which a list showed a change of other orders. */
function whatDamaged({ before, stages }: PendingResults, own: ReadonlySet<bigint>): string {
  const shows = ({ list }: Stage): boolean =>
    before.kind === 'read' && list.kind === 'read' && isDamage(changesBetween(before, list, own));
  return (stages.find(shows) ?? stages.at(-1))?.what ?? 'the cancels of pending orders';
}

/** Notes lists that stay as long as they were although cancels remove orders. */
function noteLengths({ collector }: ProbeContext, { before, cancels, stages }: PendingResults): void {
  const lengths = [before, ...stages.map(({ list }) => list)].filter((list) => list.kind === 'read');
  const appeared = lengths.flatMap((list, index) => {
    const last = lengths[index - 1];
    return last?.orders === list.orders ? list.ids.missingFrom(last.ids) : [];
  });
  const done = cancels.filter(({ status }) => status === 204).length;
  const own = new Set(cancels.map(({ id }) => id));
  const renamed = lengths.flatMap((list, index) => renamedBetween(lengths[index - 1], list, own));
  if (done > 0 && renamed.length >= done)
    collector.note(
      `After each cancel another order was gone, and a new one had its fields (${renamed.slice(0, 5).join(', ')}): did its id change, or does someone else replace orders?`,
    );
  else if (done > 0 && appeared.length >= done)
    collector.note(
      `After each cancel as many orders appeared as were removed (${ordersOf(appeared)}): does the list end at ${lengths[0]?.orders} orders, or does someone else place some?`,
    );
}

/** Returns `3001 as 3501` for each order that is gone if a new one has the same fields, in short lists. */
function renamedBetween(
  before: SeenList | undefined,
  after: SeenList,
  own: ReadonlySet<bigint>,
): readonly string[] {
  if (before === undefined) return [];
  const added = after.ids.missingFrom(before.ids).slice(0, 20);
  const gone = added.length === 0 ? [] : before.ids.missingFrom(after.ids).slice(0, 20);
  return gone.flatMap((id) => {
    const fields = own.has(id) ? undefined : fieldsOf(before, id);
    const same = fields === undefined ? undefined : added.find((one) => fieldsOf(after, one) === fields);
    return same === undefined ? [] : [`${id} as ${same}`];
  });
}

function fieldsOf({ sample }: SeenList, id: bigint): string | undefined {
  const order = sample.find((one) => Object(one).id === Number(id));
  return order === undefined ? undefined : JSON.stringify({ ...order, id: undefined });
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
