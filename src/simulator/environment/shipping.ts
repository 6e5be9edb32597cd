import type { MemoryOrderStore } from '../orders/memory/memory-order-store.ts';
import type { ShipRule } from './initial-state.ts';

/** Ships pending orders at their time. It has no timer: code that reads orders calls `shipDue` first. */
export interface Shipping {
  /**
   * Ships every order that is due, by the environment's clock and the number of list responses. Returns the ids of those
   * that were pending.
   */
  shipDue(now: number, lists: number): readonly bigint[];
  /** Whether any order is still to ship; if not, `shipDue` has nothing to do. */
  readonly any: boolean;
  /** Returns the remaining rules for a scenario that starts now. */
  upcoming(lists: number): readonly ShipRule[];
  /** What is still to ship: another value after each change. Setting an earlier one restores it. */
  saved: SavedShipping;
}

/** When the scenario was loaded, and how many rules by time and by lists are left. */
export type SavedShipping = {
  readonly loadedAt: number;
  readonly byTime: number;
  readonly byLists: number;
};

type Due = { readonly orderId: bigint; readonly at: number };

/** Creates the shipping of a scenario that was loaded at `loadedAt`, in milliseconds on the environment's clock. */
export function createShipping(
  rules: readonly ShipRule[],
  loadedAt: number,
  store: MemoryOrderStore,
): Shipping {
  let { byTime, byLists } = queuesOf(rules, loadedAt);
  let saved: SavedShipping = { loadedAt, byTime: byTime.length, byLists: byLists.length };

  const shipUntil = (queue: Due[], reached: number): bigint[] => {
    const shipped: bigint[] = [];
    for (let next = queue.at(-1); next !== undefined && next.at <= reached; next = queue.at(-1)) {
      queue.pop();
      const outcome = store.ship(next.orderId);
      if (outcome.kind === 'shipped') shipped.push(next.orderId);
    }
    return shipped;
  };

  return {
    shipDue: (now, lists) => {
      const shipped = [...shipUntil(byTime, now), ...shipUntil(byLists, lists)];
      if (byTime.length !== saved.byTime || byLists.length !== saved.byLists)
        saved = { ...saved, byTime: byTime.length, byLists: byLists.length };
      return shipped;
    },
    get any() {
      return byTime.length + byLists.length > 0;
    },
    upcoming: (lists) => [
      ...byTime.toReversed().map(({ orderId, at }) => ({ kind: 'at' as const, orderId, at })),
      ...byLists.toReversed().map(({ orderId, at }) => ({
        kind: 'after-lists' as const,
        orderId,
        lists: Math.max(at - lists, 0),
      })),
    ],
    get saved() {
      return saved;
    },
    set saved(next) {
      saved = next;
      ({ byTime, byLists } = queuesOf(rules, next.loadedAt));
      byTime.length = next.byTime;
      byLists.length = next.byLists;
    },
  };
}

/** Sorts rules so that the next one is the last element; of rules at the same time, the first rule. */
function queuesOf(rules: readonly ShipRule[], loadedAt: number): { byTime: Due[]; byLists: Due[] } {
  const byTime: Due[] = [];
  const byLists: Due[] = [];
  for (const rule of rules) {
    if (rule.kind === 'after-lists') byLists.push({ orderId: rule.orderId, at: rule.lists });
    else byTime.push({ orderId: rule.orderId, at: rule.kind === 'at' ? rule.at : loadedAt + rule.afterMs });
  }
  for (const queue of [byTime, byLists]) queue.reverse().sort((one, other) => other.at - one.at);
  return { byTime, byLists };
}
