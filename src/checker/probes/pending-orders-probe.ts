import type { Attempt } from '../safety/safe-sender.ts';
import { expectStatus, statusOf } from './expect-status.ts';
import { lookFor, requestList } from './list-probe.ts';
import type { PlannedStep, Probe, ProbeContext } from './probe.ts';
import { cancelOrder, listOrders } from './requests.ts';

/** Cancels the orders that the user named, each of them twice. */
export const pendingOrdersProbe: Probe = {
  id: 'pending-orders',
  title: 'cancel the orders named by --pending-id',
  level: 'cancel',
  rules: ['R26', 'R27', 'R28', 'R29', 'R32'],
  plan: ({ pendingIds }) =>
    pendingIds.length === 0 ? [] : [{ request: listOrders() }, ...pendingIds.flatMap(stepsOf)],
  async run(context) {
    if (context.pendingIds.length === 0) {
      for (const rule of ['R26', 'R27', 'R28', 'R29'] as const)
        context.collector.untested(rule, 'no order was named by --pending-id');
      return;
    }
    await requestList(context);
    for (const id of context.pendingIds) await cancelPending(context, id);
  },
};

function stepsOf(id: bigint): readonly PlannedStep[] {
  return [
    { request: cancelOrder(id), condition: 'only if the list contains the order' },
    { request: listOrders(), condition: 'only if the cancel got a 204 or 404' },
    { request: cancelOrder(id), condition: 'only if the first cancel got a 204' },
  ];
}

async function cancelPending(context: ProbeContext, id: bigint): Promise<void> {
  const { collector } = context;
  const first = await context.attempt(cancelOrder(id));
  const status = statusOf(collector, ['R26', 'R29', 'R32'], first);
  if (first.kind === 'failed')
    collector.note(
      `It is unknown whether order ${id} was cancelled: its cancel got no response and is not repeated.`,
    );
  if (status === undefined || first.kind !== 'responded') return;
  if (status === 204 || status === 409) collector.kept('R32', first.exchange);
  if (status === 404) return unknownPending(context, id, first);
  const expected = `204 for order ${id}, named by --pending-id and listed`;
  if (expectStatus(collector, 'R26', first, [204], expected) !== true)
    return collector.untested('R29', 'no order was cancelled');
  await lookAfterCancel(context, id);
  await cancelAgain(context, id);
}

/** A 404 breaks R26 only if a new list still contains the order. */
async function unknownPending(context: ProbeContext, id: bigint, first: Attempt): Promise<void> {
  const { collector } = context;
  const presence = await lookFor(context, id);
  if (presence === 'listed') {
    expectStatus(collector, 'R26', first, [204], `204 for order ${id}, which is listed`);
    return;
  }
  const reason =
    presence === 'unknown'
      ? `order ${id} was not found, and no list shows whether it exists`
      : `order ${id} disappeared before its cancel`;
  for (const rule of ['R26', 'R29'] as const) collector.untested(rule, reason);
  if (presence === 'gone')
    collector.note(
      `Order ${id} disappeared from the list before it could be cancelled: someone else uses the target.`,
    );
}

async function lookAfterCancel(context: ProbeContext, id: bigint): Promise<void> {
  const presence = await lookFor(context, id);
  const list = context.lists.latest();
  if (presence === 'unknown' || list.kind === 'unreadable') return;
  const observed = presence === 'listed' ? 'keep' : 'remove';
  context.collector.observed({ gap: 'cancelled-in-list', observed, allowed: true, exchange: list.exchange });
}

async function cancelAgain(context: ProbeContext, id: bigint): Promise<void> {
  const { collector } = context;
  const again = await context.attempt(cancelOrder(id));
  const expected = `409 or 404 for order ${id}, which was just cancelled`;
  if (expectStatus(collector, 'R29', again, [409, 404], expected) !== true || again.kind !== 'responded')
    return;
  const observed = again.response.status === 409 ? 'conflict' : 'not-found';
  collector.observed({ gap: 'cancel-again', observed, allowed: true, exchange: again.exchange.number });
}
