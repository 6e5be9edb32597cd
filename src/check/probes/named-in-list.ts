import type { LatestList } from '../safety/lists-seen.ts';
import { lossyReadings } from '../safety/lost-digits.ts';
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
