import { basePathOf, type EnvironmentState } from '../environment.ts';
import type { Shipping } from '../shipping.ts';
import { refusedGates } from './refused-gates.ts';
import type { SharedEpoch } from './shared-epoch.ts';
import { createSharedJournal } from './shared-journal.ts';
import { writeLag } from './shared-list-lag.ts';

/** What the state of a request needs besides its epoch. */
export type SharedStateOptions = {
  readonly name: string;
  readonly journalSize: number;
  readonly keyOwner: (text: string) => string | undefined;
};

/** Creates the state that one request reads and changes. */
export function createSharedState(
  epoch: SharedEpoch,
  counts: EnvironmentState['counts'],
  { name, journalSize, keyOwner }: SharedStateOptions,
): EnvironmentState {
  const { keys, clock, choices, faults } = epoch.parts;
  const context = {
    environment: name,
    basePath: basePathOf(name),
    ownsKey: (text: string) => epoch.parts.keys.idOf(text) !== undefined,
    keyOwner,
    orders: () => epoch.mirror.list(),
  };
  return {
    number: 0,
    initial: epoch.initial,
    seed: epoch.settings.seed,
    store: epoch.store,
    keys,
    clock,
    choices,
    faults,
    shipping: createSharedShipping(epoch),
    listLag: epoch.listLag,
    journal: createSharedJournal({
      size: journalSize,
      context,
      pauses: epoch.pauses,
      now: clock.now,
      counts,
      bodies: epoch.shownBodies,
      keys: () => epoch.parts.keys,
      call: (fn, args) => epoch.call(fn, args),
    }),
    gates: refusedGates,
    pauses: epoch.pauses,
    counts,
    change: async (change) =>
      (await epoch.change(async (parts) => ({ result: await change(parts), ships: [] }))).result,
    cancel: (orderId, lag) =>
      epoch.store.cancel(orderId, lag === undefined ? '' : writeLag(lag, clock.now())),
    nextMessage: async () => Number((await epoch.call('message', []))[1]),
  };
}

/** Ships due orders together with the change of the queues, so that each rule applies once. */
function createSharedShipping(epoch: SharedEpoch): Shipping {
  const queues = () => epoch.parts.ships;
  return {
    get any() {
      return queues().byTime.length + queues().byLists.length > 0;
    },
    shipDue: async (now, lists) => {
      const isDue = ({ byTime, byLists }: ReturnType<typeof queues>): boolean =>
        (byTime.at(-1)?.at ?? Number.POSITIVE_INFINITY) <= now ||
        (byLists.at(-1)?.at ?? Number.POSITIVE_INFINITY) <= lists;
      if (!isDue(queues())) return [];
      const { shipped } = await epoch.change(({ ships }) => {
        const due: bigint[] = [];
        for (const [queue, reached] of [[ships.byTime, now] as const, [ships.byLists, lists] as const])
          while ((queue.at(-1)?.at ?? Number.POSITIVE_INFINITY) <= reached) {
            const next = queue.pop();
            if (next !== undefined) due.push(next.orderId);
          }
        return { result: undefined, ships: due };
      });
      return shipped;
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
