import { cancelOrder } from '../../contract/requests.ts';
import { unlessShared } from './others.ts';
import type { ProbeTarget } from './target.ts';

/** The lists of one of several nodes may be late for so long. */
const settledMs = 5000;
/** So many lists show each of two or three nodes that take turns. */
const listsForNodes = 4;

/** R36: a cancelled order that left the list is not in a list that nobody can still be late with. */
export async function expectReturned(target: ProbeTarget): Promise<void> {
  const { collector, lists, others } = target;
  const isBack = (id: bigint, since = 0): boolean => {
    const seen = lists.sightings.filter(({ withoutId }) => withoutId === 0);
    const first = seen.findIndex(({ listed }) => listed.has(id));
    const left = seen.findIndex(({ listed }, at) => at > first && !listed.has(id));
    return left >= 0 && seen.some(({ listed, at }, index) => index > left && at >= since && listed.has(id));
  };
  const early = [...target.cancelled.keys()].filter((id) => isBack(id));
  if (early.length === 0 || others.whyNotAlone() !== undefined) return;
  await target.pause(settledMs);
  const settled = target.now();
  for (let left = listsForNodes; left > 0; left -= 1) await target.list();
  for (const id of early.filter((one) => isBack(one, settled))) {
    const exchange = lists.sightings.findLast(({ listed }) => listed.has(id))?.exchange;
    const expected = `no order ${id}, which was cancelled and had left the list${unlessShared}`;
    const got = 'a list with it, as of two stores behind one address';
    collector.broken({ rule: 'R36', exchange, where: cancelOrder(id).path, expected, got }, 'listOrders');
  }
}
