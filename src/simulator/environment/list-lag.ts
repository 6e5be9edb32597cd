import type { Choices } from './gaps/choices.ts';

/** Which cancelled orders the list still shows. */
export type ShownLate = {
  /** Whether any cancelled order is recorded. */
  readonly any: boolean;
  /** Whether the list still shows a cancelled order. */
  shows(orderId: bigint | undefined): boolean;
  /** Changes whenever a result of `shows` may change. */
  readonly revision: number;
};

/** How long the list still shows a cancelled order: gap `list-lag`. */
export interface ListLag extends ShownLate {
  /** Records a cancel, with the choice of its request. */
  cancelled(orderId: bigint, choice: Choices['list-lag'], now: number, lists: number): void;
  /** Forgets the orders that the list no longer shows. Called before each list. */
  settle(now: number, lists: number): void;
  /** Whether any cancelled order is recorded; if not, `settle` has nothing to do. */
  readonly any: boolean;
  /** Returns what the list shows now; later changes do not affect it. */
  copy(): ShownLate;
}

/** The order is shown until both limits are reached. */
type Limit = { readonly now: number; readonly lists: number };

/** Creates a list lag without orders. */
export function createListLag(): ListLag {
  const limits = new Map<bigint, Limit>();
  let revision = 0;
  const hold = (orderId: bigint, limit: Limit): void => {
    limits.set(orderId, limit);
    revision++;
  };
  return {
    cancelled: (orderId, choice, now, lists) => {
      const [, amount = '0', unit] = choice.split('-');
      if (amount === '0') return;
      const more = Number(amount);
      hold(
        orderId,
        unit === 'ms'
          ? { now: now + more, lists: Number.NEGATIVE_INFINITY }
          : { now: Number.NEGATIVE_INFINITY, lists: lists + more },
      );
    },
    settle: (now, lists) => {
      for (const [orderId, limit] of limits) {
        if (now < limit.now || lists < limit.lists) continue;
        limits.delete(orderId);
        revision++;
      }
    },
    copy: () => {
      const shown = new Set(limits.keys());
      return {
        any: shown.size > 0,
        shows: (orderId) => orderId !== undefined && shown.has(orderId),
        revision,
      };
    },
    get any() {
      return limits.size > 0;
    },
    shows: (orderId) => orderId !== undefined && limits.has(orderId),
    get revision() {
      return revision;
    },
  };
}
