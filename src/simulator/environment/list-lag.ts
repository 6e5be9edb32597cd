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
  /** Receives each change if it is set, so that it can be undone, and made in another process. */
  record: ((change: LagChange) => void) | undefined;
  /** Makes a change that another process made, or undoes one. */
  apply(orderId: bigint, limit: Limit | undefined): void;
  /** The recorded orders, in the order of their cancels. */
  limits(): Iterable<readonly [bigint, Limit]>;
}

/** The order is shown until both limits are reached: milliseconds on the environment's clock, and lists. */
export type Limit = { readonly now?: number; readonly lists?: number };

/** The limits of an order before and after a change; undefined while the order is not recorded. */
export type LagChange = {
  readonly orderId: bigint;
  readonly before: Limit | undefined;
  readonly after: Limit | undefined;
};

/** Creates a list lag without orders. */
export function createListLag(): ListLag {
  const limits = new Map<bigint, Limit>();
  let revision = 0;
  let record: ListLag['record'];
  const apply = (orderId: bigint, limit: Limit | undefined): void => {
    if (limit === undefined) limits.delete(orderId);
    else limits.set(orderId, limit);
    revision++;
  };
  const change = (orderId: bigint, after: Limit | undefined): void => {
    record?.({ orderId, before: limits.get(orderId), after });
    apply(orderId, after);
  };
  return {
    cancelled: (orderId, choice, now, lists) => {
      const [, amount = '0', unit] = choice.split('-');
      if (amount === '0') return;
      const more = Number(amount);
      change(orderId, unit === 'ms' ? { now: now + more } : { lists: lists + more });
    },
    settle: (now, lists) => {
      for (const [orderId, limit] of limits)
        if (now >= (limit.now ?? now) && lists >= (limit.lists ?? lists)) change(orderId, undefined);
    },
    copy: () => {
      const shown = new Set(limits.keys());
      return {
        any: shown.size > 0,
        shows: (orderId) => orderId !== undefined && shown.has(orderId),
        revision,
      };
    },
    get record() {
      return record;
    },
    set record(to) {
      record = to;
    },
    apply,
    limits: () => limits,
    get any() {
      return limits.size > 0;
    },
    shows: (orderId) => orderId !== undefined && limits.has(orderId),
    get revision() {
      return revision;
    },
  };
}
