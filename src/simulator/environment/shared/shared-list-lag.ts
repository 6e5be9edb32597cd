import type { Choices } from '../gaps/choices.ts';
import type { ListLag } from '../list-lag.ts';

/** A list lag that is filled by the changes of the orders, which carry their limits. */
export type SharedListLag = ListLag & {
  /** Records a cancel with its limits: `n` and a time, or `l` and a number of lists. */
  add(orderId: bigint, limits: string): void;
  /** Whether a limit is a number of lists. */
  readonly countsLists: boolean;
};

/** Writes the limits of a cancel for its change; `r` and a number counts from the lists so far. */
export function writeLag(choice: Choices['list-lag'], now: number): string {
  const [, amount = '0', unit] = choice.split('-');
  if (amount === '0') return '';
  return unit === 'ms' ? `n${now + Number(amount)}` : `r${amount}`;
}

/**
 * Creates a list lag that depends only on the changes, the time and the number of lists, so that it is the same in every
 * process: after a clock was set back, the list shows an order again.
 */
export function createSharedListLag(): SharedListLag {
  const limits = new Map<bigint, string>();
  let shown: ReadonlySet<bigint> = new Set();
  let revision = 0;
  let countsLists = false;
  const show = (orders: ReadonlySet<bigint>): void => {
    if (orders.size === shown.size && [...orders].every((id) => shown.has(id))) return;
    shown = orders;
    revision++;
  };
  return {
    add: (orderId, text) => {
      limits.set(orderId, text);
      countsLists ||= text.startsWith('l');
      show(new Set([...shown, orderId]));
    },
    cancelled: () => undefined,
    settle: (now, lists) => {
      const lags = [...limits].filter(([, text]) => {
        const limit = Number(text.slice(1));
        return text.startsWith('n') ? now < limit : lists < limit;
      });
      show(new Set(lags.map(([orderId]) => orderId)));
    },
    get countsLists() {
      return countsLists;
    },
    get any() {
      return limits.size > 0;
    },
    copy: () => {
      const [copied, at] = [shown, revision];
      return {
        any: copied.size > 0,
        shows: (orderId) => orderId !== undefined && copied.has(orderId),
        revision: at,
      };
    },
    shows: (orderId) => orderId !== undefined && shown.has(orderId),
    get revision() {
      return revision;
    },
  };
}
