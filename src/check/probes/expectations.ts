import type { Exchange } from '../../contract/exchange.ts';
import { cancelOrder } from '../../contract/requests.ts';
import type { LatestList } from '../safety/lists-seen.ts';
import { lossyReadings } from '../safety/lost-digits.ts';
import { unlessShared } from './others.ts';
import type { ProbeTarget } from './target.ts';

/**
 * R09: an order that the user named is listed with every digit. The list breaks the rule if it has an id with the digits
 * that a double or 32 bits keep of it, and no id that needs more.
 */
export function expectEveryDigit(
  { collector, lists }: ProbeTarget,
  named: readonly bigint[],
  flag: string,
): void {
  const list = lists.latest();
  if (list.kind === 'unreadable') return;
  for (const id of named) {
    if (list.ids.has(id)) continue;
    const left = lossyReadings.map((read) =>
      [...list.ids.keys()].every((one) => read(one) === one) ? read(id) : id,
    );
    const listed = left.find((one) => one !== id && list.ids.has(one));
    if (listed === undefined) continue;
    const expected = `order ${id}, named by ${flag}, with every digit`;
    collector.broken({ rule: 'R09', exchange: list.exchange, expected, got: `${listed}` }, 'listOrders');
  }
}

/** An order is gone only if no order of the list lacks its id: the gap `optional-fields`. */
export function presenceIn(list: LatestList, id: bigint): 'listed' | 'gone' | 'unknown' {
  if (list.kind === 'unreadable') return 'unknown';
  if (list.ids.has(id)) return 'listed';
  return list.withoutId > 0 ? 'unknown' : 'gone';
}

/** R29, and the gap `cancel-again`. Returns the exchange, if there was one. */
export async function cancelAgain(target: ProbeTarget, id: bigint): Promise<Exchange | undefined> {
  const { collector } = target;
  const again = await target.cancel(id);
  const expected = `409 or 404 for order ${id}, which was just cancelled`;
  const isRefused = target.expect('R29', again, [409, 404], expected);
  if (isRefused === false)
    collector.note(
      `Two cancels of order ${id} succeeded, as of two stores behind one address, or one that forgets cancels.`,
    );
  if (again.kind !== 'responded' || isRefused !== true)
    return again.kind === 'withheld' ? undefined : again.exchange;
  const observed = again.response.status === 409 ? 'conflict' : 'not-found';
  collector.observed({ gap: 'cancel-again', observed, allowed: true, exchange: again.exchange.number });
  return again.exchange;
}

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
