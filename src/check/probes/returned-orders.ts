import { cancelOrder, listOrders } from '../../contract/requests.ts';
import { requestList } from './list-probe.ts';
import type { PendingResults } from './pending-results.ts';
import { type PlannedStep, type ProbeContext, planned } from './probe.ts';

/** No node may be late for longer: the lists after it must agree. */
const settledMs = 5000;
/** So many lists show each of two or three nodes, whichever of them responds. */
const listsForNodes = 8;

/** What `judgeReturned` may send. */
export const returnedLists: readonly PlannedStep[] = planned(
  listsForNodes,
  listOrders(),
  'only if a cancelled order left the list and came back',
);

/** A cancelled order that a list did not have and a later one has. */
type Returned = ReturnType<typeof returnedOrders>[number];

/**
 * R36 for cancelled orders. Lists of one of several nodes may be late, so it lists again when none may be. It is broken if an
 * order is still back then, and a second one, too, or the same one for the second time: someone else may have placed one again.
 */
export async function judgeReturned(context: ProbeContext, results: PendingResults): Promise<void> {
  const early = returnedOrders(context, results);
  if (early.length === 0) return;
  await context.pause(
    Math.max(...early.map(({ settledAt }) => settledAt - (context.lists.plain.at(-1)?.at ?? 0))),
  );
  for (let time = 0; time < listsForNodes; time += 1) await requestList(context);
  const { collector, lists } = context;
  const isBack = ({ id, settledAt }: Returned): boolean =>
    lists.plain.some(({ at, ids }) => at >= settledAt && ids.has(id));
  const returned = returnedOrders(context, results).filter(isBack);
  const isRepeated = returned.length > 1 || returned.some(({ times }) => times > 1);
  for (const { id, without, back } of isRepeated ? returned : early)
    if (isRepeated)
      collector.broken({
        rule: 'R36',
        exchange: back.exchange,
        where: cancelOrder(id).path,
        expected: `no order ${id}, which was cancelled and was missing from the list of request ${without}`,
        got: 'a list with it, as of two stores behind one address',
      });
    else
      collector.note(
        `Order ${id} was cancelled, was missing from the list of request ${without} and is back in request ${back.exchange}, as of two stores behind one address.`,
      );
}

function returnedOrders({ lists }: ProbeContext, { cancels, stages }: PendingResults) {
  return cancels.flatMap(({ id, status }) => {
    const first = stages.find((stage) => stage.id === id)?.list;
    if (status !== 204 || first?.kind !== 'read') return [];
    const later = lists.plain.filter(
      ({ exchange, withoutId }) => exchange >= first.exchange && withoutId === 0,
    );
    const backs = later.filter(({ ids }, at) => ids.has(id) && later[at - 1]?.ids.has(id) === false);
    const [back] = backs;
    if (back === undefined) return [];
    const without = later.find(({ ids }) => !ids.has(id))?.exchange ?? back.exchange;
    // Later than `settledAt`, no list may show the order as before its cancel.
    return [{ id, without, back, times: backs.length, settledAt: first.at + settledMs }];
  });
}
