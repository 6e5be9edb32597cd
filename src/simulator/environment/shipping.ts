import type { OrderStore } from '../orders/order-store.ts';
import type { ShipRule } from './initial-state.ts';

/** When the scenario was loaded, and how many rules by time and by lists are left. */
export type SavedShipping = {
  readonly loadedAt: number;
  readonly byTime: number;
  readonly byLists: number;
};

type Due = { readonly orderId: bigint; readonly at: number };

/** Ships pending orders at their time. It has no timer: code that reads orders calls `shipDue` first. */
export class Shipping {
  readonly #rules: readonly ShipRule[];
  readonly #store: OrderStore;
  #queues: { readonly byTime: Due[]; readonly byLists: Due[] };
  #saved: SavedShipping;

  /** @param loadedAt when the scenario was loaded, in milliseconds on the environment's clock */
  constructor(rules: readonly ShipRule[], loadedAt: number, store: OrderStore) {
    this.#rules = rules;
    this.#store = store;
    this.#queues = queuesOf(rules, loadedAt);
    this.#saved = this.#left(loadedAt);
  }

  /** Whether any order is still to ship; if not, `shipDue` has nothing to do. */
  get any(): boolean {
    return this.#queues.byTime.length + this.#queues.byLists.length > 0;
  }

  /** What is still to ship: another value after each change. Setting an earlier one restores it. */
  get saved(): SavedShipping {
    return this.#saved;
  }

  set saved(next: SavedShipping) {
    this.#saved = next;
    this.#queues = queuesOf(this.#rules, next.loadedAt);
    this.#queues.byTime.length = next.byTime;
    this.#queues.byLists.length = next.byLists;
  }

  /**
   * Ships every order that is due, by the environment's clock and the number of list responses. Returns the ids of those
   * that were pending.
   */
  shipDue(now: number, lists: number): readonly bigint[] {
    const { byTime, byLists } = this.#queues;
    const shipped = [...this.#shipUntil(byTime, now), ...this.#shipUntil(byLists, lists)];
    if (byTime.length !== this.#saved.byTime || byLists.length !== this.#saved.byLists)
      this.#saved = this.#left(this.#saved.loadedAt);
    return shipped;
  }

  /** Returns the remaining rules for a scenario that starts now. */
  upcoming(lists: number): readonly ShipRule[] {
    const { byTime, byLists } = this.#queues;
    return [
      ...byTime.toReversed().map(({ orderId, at }) => ({ kind: 'at' as const, orderId, at })),
      ...byLists.toReversed().map(({ orderId, at }) => ({
        kind: 'after-lists' as const,
        orderId,
        lists: Math.max(at - lists, 0),
      })),
    ];
  }

  #shipUntil(queue: Due[], reached: number): bigint[] {
    const shipped: bigint[] = [];
    for (let next = queue.at(-1); next !== undefined && next.at <= reached; next = queue.at(-1)) {
      queue.pop();
      const outcome = this.#store.ship(next.orderId);
      if (outcome.kind === 'shipped') shipped.push(next.orderId);
    }
    return shipped;
  }

  #left(loadedAt: number): SavedShipping {
    return { loadedAt, byTime: this.#queues.byTime.length, byLists: this.#queues.byLists.length };
  }
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
