import type { OperationName } from '../operation.ts';

/** One statement about what a client did. */
export type Check =
  /** The order was cancelled exactly (`times`) or at most (`atMost`) so many times. */
  | { readonly check: 'cancelled'; readonly orderId: bigint; readonly times: number }
  | { readonly check: 'cancelled'; readonly orderId: bigint; readonly atMost: number }
  /** No order was cancelled but those of the `cancelled` checks of the same call, and `except`. */
  | { readonly check: 'nothing-else-changed'; readonly except?: readonly bigint[] | undefined }
  /** Every request carried a bearer token. */
  | { readonly check: 'no-request-without-key' }
  /** No order had more than `1 + atMost` cancel requests; with `orderId`, that order alone. */
  | { readonly check: 'retried'; readonly atMost: number; readonly orderId?: bigint | undefined }
  /** No request named the operation, the order, or both. */
  | {
      readonly check: 'never-requested';
      readonly operation?: OperationName | undefined;
      readonly orderId?: bigint | undefined;
    }
  /** No exchange has a note. */
  | { readonly check: 'no-notes' };

/** What came of one check. */
export type CheckResult = {
  /** The check as a sentence: `order 1001 is cancelled exactly 1 time`. */
  readonly check: string;
  readonly passed: boolean;
  /** What was seen, with exchange numbers; good enough to paste into a test report. */
  readonly seen: string;
};
