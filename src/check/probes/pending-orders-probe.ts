import { statusOf as statusOfExchange } from '../../contract/exchange.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import { isUnavailable } from '../../contract/unavailable.ts';
import type { LatestList } from '../safety/lists-seen.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { countDamage } from './count-damage.ts';
import { cancelAgain, statusOf } from './expect-status.ts';
import {
  expectEveryDigit,
  ifFirst,
  listBeforeCancels,
  lookFor,
  requestList,
  settlingLists,
  settlingSteps,
} from './list-probe.ts';
import { isWhole, repeatedLists } from './other-orders.ts';
import {
  isRefused,
  judgePending,
  type PendingCancel,
  type PendingResults,
  type Stage,
} from './pending-results.ts';
import { type PlannedStep, type Probe, type ProbeContext, planned } from './probe.ts';
import { judgeReturned, returnedLists } from './returned-orders.ts';
import { type TriedOrder, tryWrongKeys } from './wrong-keys.ts';

const listsForFields = 2;

/** Cancels the orders that the user named, each of them three times; the first one also without a valid key, before. */
export const pendingOrdersProbe: Probe = {
  id: 'pending-orders',
  title: 'cancel the orders named by `pendingIds`',
  level: 'cancel',
  rules: ['R16', 'R17', 'R18', 'R26', 'R27', 'R28', 'R29', 'R32', 'R33', 'R34'],
  plan: ({ pendingIds: [first, ...others], refusedKeys }) =>
    first === undefined
      ? []
      : [
          { request: listOrders(), condition: 'only if the newest list cannot be read' },
          ...settlingSteps(ifFirst),
          ...planned(listsForFields, listOrders(), 'only if orders in the list lack fields'),
          ...refusedKeys.map((key) => ({ request: cancelOrder(first, key), condition: listed })),
          { request: listOrders(), condition: listed },
          ...[first, ...others].flatMap(stepsOf),
          ...(others[1] === undefined
            ? []
            : [...refusedKeys.map((key) => cancelOrder(others[1] ?? first, key)), listOrders()]
          ).map((request) => ({ request, condition: `only if order ${first} is refused` })),
          ...[first, ...others].map((id) => ({
            request: cancelOrder(id),
            condition: 'only if the first cancel got a 204 and the second one was refused',
          })),
          ...planned(settlingLists, listOrders(), 'only if a cancel got a 204'),
          ...returnedLists,
          ...repeatedLists,
        ],
  async run(context) {
    const { collector, pendingIds } = context;
    if (pendingIds.length === 0) {
      collector.untested(['R26', 'R27', 'R28', 'R29', 'R34'], 'no order was named by `pendingIds`');
      return;
    }
    const before = await wholeList(context);
    expectEveryDigit(context, pendingIds, '`pendingIds`');
    const results = await cancelInTurn(context, before);
    // Later than the second cancels, so that another of several nodes may get it.
    for (const { id, again } of results.cancels) if (again === true) await cancelAgain(context, id);
    if (results.cancels.some(({ status }) => status === 204))
      for (let time = 0; time < settlingLists; time += 1) await requestList(context);
    await judgeReturned(context, results);
    await judgePending(context, results);
  },
};

/** Tries the first listed order without a valid key, then cancels each named order, and counts after how many others are gone. */
async function cancelInTurn(context: ProbeContext, before: LatestList): Promise<PendingResults> {
  const { pendingIds, lists } = context;
  const tried: TriedOrder[] = [];
  const stages: Stage[] = [];
  const cancels: PendingCancel[] = [];
  const tryKeys = async (id: bigint | undefined): Promise<void> => {
    const order = await tryWrongKeys(context, id);
    if (order === undefined) return;
    tried.push(order);
    await requestList(context);
    stages.push({ what: `the refused cancels of order ${order.id}`, list: lists.latest() });
  };
  await tryKeys(pendingIds.find((id) => before.kind === 'read' && before.ids.has(id)));
  const own = new Set<bigint>();
  const left = [...pendingIds];
  const cancelNext = async (): Promise<void> => {
    const [control, repeat] = left;
    // One that is not tried follows: someone else who cancels the named orders in turn would have cancelled it, too.
    if (repeat !== undefined && cancels.some((cancel) => cancel.id === tried[0]?.id && isRefused(cancel))) {
      if (tried.length === 1) {
        await tryKeys(repeat);
        left.splice(0, 2, repeat, control ?? repeat);
      }
    }
    const id = left.shift();
    if (id === undefined) return;
    const sent = await cancelPending(context, id);
    const list = lists.latest();
    const isGone = sent.attempt.kind === 'withheld' && list.kind === 'read' && !list.ids.has(id);
    const cancel =
      isGone && tried.some((order) => order.id === id) ? { ...sent, status: 'gone' as const } : sent;
    own.add(id);
    cancels.push(cancel);
    if (cancel.status === 204) stages.push({ what: `the cancel of order ${id}`, id, list: lists.latest() });
  };
  const damage = await countDamage(
    context,
    own,
    pendingIds.map(() => cancelNext),
  );
  return { before, tried, stages, cancels, damage };
}

/** Requests a list again that leaves out fields: another one may show them, and then they can be compared. */
async function wholeList(context: ProbeContext): Promise<LatestList> {
  let list = await listBeforeCancels(context);
  for (let time = 0; time < listsForFields && list.kind === 'read' && !isWhole(list); time += 1) {
    await requestList(context);
    list = context.lists.latest();
  }
  return list;
}

const listed = 'only if the list contains the order';

function stepsOf(id: bigint): readonly PlannedStep[] {
  return [
    { request: cancelOrder(id), condition: listed },
    // Next to each other, so that both do not meet the same one of two or three nodes that take turns.
    { request: cancelOrder(id), condition: 'only if the first cancel got a 204' },
    { request: listOrders(), condition: 'only if the first cancel got a 204 or 404' },
  ];
}

/** Cancels an order, after a 204 once more, and requests a list after a 204 or 404. */
async function cancelPending(context: ProbeContext, id: bigint): Promise<PendingCancel> {
  const { collector } = context;
  const attempt = await context.attempt(cancelOrder(id));
  const status = statusOf(collector, ['R26', 'R29', 'R32'], attempt);
  const lost = whatIsLost(attempt);
  if (lost !== undefined)
    collector.note(
      `It is unknown whether order ${id} was cancelled: its cancel got ${lost} and is not repeated.`,
    );
  if (attempt.kind !== 'responded' || status === undefined) return { id, attempt, status: undefined, lost };
  if (status === 204 || status === 409) collector.kept('R32', attempt.exchange);
  if (status === 404) return { id, attempt, status: await unknownPending(context, id), lost };
  if (status !== 204) collector.untested('R29', 'no order was cancelled');
  if (status === 204) {
    context.cancelled.add(id);
    const second = await cancelAgain(context, id);
    await requestList(context);
    return { id, attempt, status, lost, again: [404, 409].includes(statusOfExchange(second) ?? 0) };
  }
  return { id, attempt, status, lost };
}

/** A gateway may respond after the service cancelled the order. A 429 refuses the request. */
function whatIsLost(attempt: Attempt): string | undefined {
  if (attempt.kind !== 'responded') return attempt.kind === 'failed' ? 'no response' : undefined;
  const { status } = attempt.response;
  return isUnavailable(status) && status !== 429 ? `a ${status}` : undefined;
}

/** Returns 404 if a new list still contains the order: only then the 404 is wrong. */
async function unknownPending(context: ProbeContext, id: bigint): Promise<404 | 'gone' | undefined> {
  const { collector } = context;
  const presence = await lookFor(context, id);
  if (presence === 'listed') return 404;
  const reason =
    presence === 'unknown'
      ? `order ${id} was not found, and no list shows whether it exists`
      : `order ${id} disappeared before its cancel`;
  collector.untested(['R26', 'R29'], reason);
  return presence === 'gone' ? 'gone' : undefined;
}
