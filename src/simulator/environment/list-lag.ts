import type { Choices } from './gaps/choices.ts';

/** Until when a cancelled order still shows in the list: gap `list-lag`. */
export interface ListLag {
  /** Notes a cancel, with the answer of the request that did it. */
  cancelled(orderId: bigint, answer: Choices['list-lag'], now: number, lists: number): void;
  /** Forgets what the list no longer shows. Called before each list. */
  settle(now: number, lists: number): void;
  /** Whether any cancelled order is noted; while none is, `settle` has nothing to do. */
  readonly any: boolean;
  /** Whether a cancelled order still shows. */
  shows(orderId: bigint | undefined): boolean;
  /** Changes whenever an answer of `shows` may. */
  readonly revision: number;
}

/** The order shows until both have been reached. */
type Limit = { readonly now: number; readonly lists: number };

/** Starts with no lag. */
export function createListLag(): ListLag {
  const limits = new Map<bigint, Limit>();
  let revision = 0;
  const hold = (orderId: bigint, limit: Limit): void => {
    limits.set(orderId, limit);
    revision++;
  };
  return {
    cancelled: (orderId, answer, now, lists) => {
      const [, amount = '0', unit] = answer.split('-');
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
    get any() {
      return limits.size > 0;
    },
    shows: (orderId) => orderId !== undefined && limits.has(orderId),
    get revision() {
      return revision;
    },
  };
}
