import type { OrderStore } from '../orders/order-store.ts';
import type { ShipRule } from './initial-state.ts';

/** An order to ship: at this time of the environment's clock, or with this number of lists. */
type Due = { readonly orderId: bigint; readonly at: number };

/** What is still to ship, the next first. */
export type SavedShipping = { readonly byTime: readonly Due[]; readonly byLists: readonly Due[] };

/** Ships pending orders at their time. It has no timer: code that reads orders ships what is due first. */
export class Shipping {
  readonly #store: OrderStore;
  /** Another value after each change. Setting an earlier one restores it. */
  saved: SavedShipping;

  /** @param loadedAt when the scenario was loaded, in milliseconds on the environment's clock */
  constructor(rules: readonly ShipRule[], loadedAt: number, store: OrderStore) {
    this.#store = store;
    const byTime: Due[] = [];
    const byLists: Due[] = [];
    for (const rule of rules) {
      const { orderId } = rule;
      if (rule.kind === 'after-lists') byLists.push({ orderId, at: rule.lists });
      else byTime.push({ orderId, at: rule.kind === 'at' ? rule.at : loadedAt + rule.afterMs });
    }
    for (const queue of [byTime, byLists]) queue.sort((one, other) => one.at - other.at);
    this.saved = { byTime, byLists };
  }

  /** Whether any order is still to ship; if not, `shipDue` has nothing to do. */
  get any(): boolean {
    return this.saved.byTime.length + this.saved.byLists.length > 0;
  }

  /**
   * Ships every order that is due, by the environment's clock and the number of list responses. Returns the ids of those
   * that were pending.
   */
  shipDue(now: number, lists: number): readonly bigint[] {
    const { byTime, byLists } = this.saved;
    const [times, counts] = [countDue(byTime, now), countDue(byLists, lists)];
    if (times + counts === 0) return [];
    this.saved = { byTime: byTime.slice(times), byLists: byLists.slice(counts) };
    return [...byTime.slice(0, times), ...byLists.slice(0, counts)]
      .map(({ orderId }) => orderId)
      .filter((id) => this.#store.ship(id).kind === 'shipped');
  }

  /** Returns the remaining rules for a scenario that starts now. */
  upcoming(lists: number): readonly ShipRule[] {
    const { byTime, byLists } = this.saved;
    return [
      ...byTime.map((due) => ({ kind: 'at' as const, ...due })),
      ...byLists.map(({ orderId, at }) => ({
        kind: 'after-lists' as const,
        orderId,
        lists: Math.max(at - lists, 0),
      })),
    ];
  }
}

function countDue(queue: readonly Due[], reached: number): number {
  const next = queue.findIndex(({ at }) => at > reached);
  return next < 0 ? queue.length : next;
}
