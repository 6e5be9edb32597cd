import type { Choices } from './gaps/choices.ts';

/** The order is shown until both limits are reached: milliseconds on the environment's clock, and lists. */
type Limit = { readonly now?: number; readonly lists?: number };

/** How long the list still shows a cancelled order: gap `list-lag`. */
export class ListLag {
  readonly #limits = new Map<bigint, Limit>();
  /** Changes whenever a result of `shows` may change. */
  revision = 0;

  /** Whether the list still shows a cancelled order. */
  shows(orderId: bigint | undefined): boolean {
    return orderId !== undefined && this.#limits.has(orderId);
  }

  /** Records a cancel, with the choice of its request. */
  cancelled(orderId: bigint, choice: Choices['list-lag'], now: number, lists: number): void {
    const [, amount = '0', unit] = choice.split('-');
    if (amount === '0') return;
    const more = Number(amount);
    this.#limits.set(orderId, unit === 'ms' ? { now: now + more } : { lists: lists + more });
    this.revision++;
  }

  /** Forgets the orders that the list no longer shows. Called before each list. */
  settle(now: number, lists: number): void {
    for (const [orderId, limit] of this.#limits)
      if (now >= (limit.now ?? now) && lists >= (limit.lists ?? lists)) {
        this.#limits.delete(orderId);
        this.revision++;
      }
  }
}
