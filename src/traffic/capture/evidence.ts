import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';

/** What is written as the status of an order: `unknown` unless traffic has shown it. */
export type CapturedStatus = 'unknown' | 'pending' | 'shipped' | 'cancelled';

/** Returns the status of an order by its id in the list; undefined for an order without an id. */
export type StatusOf = (id: bigint | undefined) => CapturedStatus;

/** Nothing was cancelled, so no status was shown. */
export const nothingShown: StatusOf = () => 'unknown';

/** A cancel that shows the status of an order: with a 204 it was pending, with a 409 it had shipped. */
type Cancel = { readonly status: 204 | 409; readonly endedAt: number };

/** The cancels of orders. Spec 4.2, rules 1 and 2. */
export class Evidence {
  readonly #cancels = new Map<bigint, Cancel>();

  /**
   * Adds a cancel. A 204 counts more than any 409: after it, the order could not be cancelled again, and had not shipped
   * before.
   */
  add(id: bigint, { startedAt, durationMs }: ProxiedExchange, status: 204 | 409): void {
    if (this.#cancels.get(id)?.status === 204) return;
    this.#cancels.set(id, { status, endedAt: startedAt + durationMs });
  }

  /** Returns the statuses that orders had in a list that was requested at a time. */
  at(time: number): StatusOf {
    return (id) => {
      const cancel = id === undefined ? undefined : this.#cancels.get(id);
      if (cancel === undefined) return 'unknown';
      if (cancel.status === 409) return 'shipped';
      return cancel.endedAt < time ? 'cancelled' : 'pending';
    };
  }
}
