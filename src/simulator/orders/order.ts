/**
 * An order as the service shows it. Spec 2: every field is optional. Integers are bigint, so that an int64 keeps every
 * digit; `shipDate` is the RFC 3339 text of the scenario.
 */
export type Order = {
  readonly id?: bigint;
  readonly petId?: bigint;
  readonly quantity?: bigint;
  readonly shipDate?: string;
  readonly complete?: boolean;
};

/** The status of an order; it is never on the wire. Spec 3 names pending and shipped, and the move to cancelled. */
export type OrderStatus = 'pending' | 'shipped' | 'cancelled';

export const orderStatuses: readonly OrderStatus[] = ['pending', 'shipped', 'cancelled'];

/** Decides a cancel. Spec 1, 3 and 4.2, rules 1 and 2: only a pending order can be cancelled. */
export function decideCancel(status: OrderStatus): 'cancelled' | 'already-shipped' | 'already-cancelled' {
  return status === 'pending' ? 'cancelled' : `already-${status}`;
}

/**
 * Decides a shipping: a pending order ships, a cancelled one only with `force`. Spec 3 does not show how an order becomes
 * shipped, only that a shipped one "cannot be reversed".
 */
export function decideShip(
  status: OrderStatus,
  force: boolean,
): 'shipped' | 'already-shipped' | 'already-cancelled' {
  return status === 'pending' || (status === 'cancelled' && force) ? 'shipped' : `already-${status}`;
}

const utcSeconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Whether a ship date is in UTC and whole seconds: `2026-01-20T10:00:00Z`. */
export function isUtcSeconds(shipDate: string): boolean {
  return utcSeconds.test(shipDate);
}
