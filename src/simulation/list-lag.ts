import type { Order } from '../orders/order.ts';
import type { Answers } from './gaps/answers.ts';

/** Until when a cancelled order still shows in the list: gap `list-lag`. */
export interface ListLag {
  /** Notes a cancel, with the answer of the request that did it. */
  cancelled(order: Order, answer: Answers['list-lag'], now: number, lists: number): void;
  /** Forgets what the list no longer shows. Called before each list. */
  settle(now: number, lists: number): void;
  /** Whether any cancelled order is noted; while none is, `settle` has nothing to do. */
  readonly any: boolean;
  /** Whether a cancelled order still shows. */
  shows(order: Order): boolean;
  /** Changes whenever an answer of `shows` may. */
  readonly revision: number;
}

/** The order shows until both have been reached. */
type Limit = { readonly now: number; readonly lists: number };

/** Starts with no lag. */
export function createListLag(): ListLag {
  const limits = new Map<Order, Limit>();
  let revision = 0;
  const hold = (order: Order, limit: Limit): void => {
    limits.set(order, limit);
    revision++;
  };
  return {
    cancelled: (order, answer, now, lists) => {
      const [, amount = '0', unit] = answer.split('-');
      if (amount === '0') return;
      const more = Number(amount);
      hold(
        order,
        unit === 'ms'
          ? { now: now + more, lists: Number.NEGATIVE_INFINITY }
          : { now: Number.NEGATIVE_INFINITY, lists: lists + more },
      );
    },
    settle: (now, lists) => {
      for (const [order, limit] of limits) {
        if (now < limit.now || lists < limit.lists) continue;
        limits.delete(order);
        revision++;
      }
    },
    get any() {
      return limits.size > 0;
    },
    shows: (order) => limits.has(order),
    get revision() {
      return revision;
    },
  };
}
