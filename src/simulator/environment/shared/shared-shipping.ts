import type { Shipping } from '../shipping.ts';
import type { ShipQueues } from './live-parts.ts';

/** Ships due orders together with the change of the queues, so that each rule applies once. */
export function createSharedShipping(
  queues: () => ShipQueues,
  changeQueues: (change: (queues: ShipQueues) => readonly bigint[]) => Promise<readonly bigint[]>,
): Shipping {
  return {
    get any() {
      return queues().byTime.length + queues().byLists.length > 0;
    },
    shipDue: async (now, lists) => {
      const isDue = ({ byTime, byLists }: ReturnType<typeof queues>): boolean =>
        (byTime.at(-1)?.at ?? Number.POSITIVE_INFINITY) <= now ||
        (byLists.at(-1)?.at ?? Number.POSITIVE_INFINITY) <= lists;
      if (!isDue(queues())) return [];
      return changeQueues((ships) => {
        const due: bigint[] = [];
        for (const [queue, reached] of [[ships.byTime, now] as const, [ships.byLists, lists] as const])
          while ((queue.at(-1)?.at ?? Number.POSITIVE_INFINITY) <= reached) {
            const next = queue.pop();
            if (next !== undefined) due.push(next.orderId);
          }
        return due;
      });
    },
    upcoming: (lists) => [
      ...queues()
        .byTime.toReversed()
        .map(({ orderId, at }) => ({ kind: 'at' as const, orderId, at })),
      ...queues()
        .byLists.toReversed()
        .map(({ orderId, at }) => ({
          kind: 'after-lists' as const,
          orderId,
          lists: Math.max(at - lists, 0),
        })),
    ],
  };
}
