import type { Choices } from './gaps/choices.ts';

/** The order is shown until both limits are reached: milliseconds on the environment's clock, and lists. */
export type Limit = { readonly now?: number; readonly lists?: number };

/** The limits of an order before and after a change; undefined while the order is not recorded. */
export type LagChange = {
  readonly orderId: bigint;
  readonly before: Limit | undefined;
  readonly after: Limit | undefined;
};

/** How long the list still shows a cancelled order: gap `list-lag`. */
export class ListLag {
  readonly #limits = new Map<bigint, Limit>();
  #revision = 0;
  /** Receives each change if it is set, so that it can be undone, and made in another process. */
  record: ((change: LagChange) => void) | undefined;

  /** Whether any cancelled order is recorded; if not, `settle` has nothing to do. */
  get any(): boolean {
    return this.#limits.size > 0;
  }

  /** Changes whenever a result of `shows` may change. */
  get revision(): number {
    return this.#revision;
  }

  /** Whether the list still shows a cancelled order. */
  shows(orderId: bigint | undefined): boolean {
    return orderId !== undefined && this.#limits.has(orderId);
  }

  /** Records a cancel, with the choice of its request. */
  cancelled(orderId: bigint, choice: Choices['list-lag'], now: number, lists: number): void {
    const [, amount = '0', unit] = choice.split('-');
    if (amount === '0') return;
    const more = Number(amount);
    this.#change(orderId, unit === 'ms' ? { now: now + more } : { lists: lists + more });
  }

  /** Forgets the orders that the list no longer shows. Called before each list. */
  settle(now: number, lists: number): void {
    for (const [orderId, limit] of this.#limits)
      if (now >= (limit.now ?? now) && lists >= (limit.lists ?? lists)) this.#change(orderId, undefined);
  }

  /** Returns what the list shows now; later changes do not affect it. */
  copy(): ListLag {
    const copy = new ListLag();
    for (const [orderId, limit] of this.#limits) copy.#limits.set(orderId, limit);
    copy.#revision = this.#revision;
    return copy;
  }

  /** The recorded orders, in the order of their cancels. */
  limits(): Iterable<readonly [bigint, Limit]> {
    return this.#limits;
  }

  /** Makes a change that another process made, or undoes one. */
  apply(orderId: bigint, limit: Limit | undefined): void {
    if (limit === undefined) this.#limits.delete(orderId);
    else this.#limits.set(orderId, limit);
    this.#revision++;
  }

  #change(orderId: bigint, after: Limit | undefined): void {
    this.record?.({ orderId, before: this.#limits.get(orderId), after });
    this.apply(orderId, after);
  }
}
