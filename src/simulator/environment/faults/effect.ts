import type { OrderList } from '../../orders/order-store.ts';

/** What a fault does to one exchange, every number drawn. */
export type Effect =
  | { readonly kind: 'wait'; readonly ms: number }
  /** Choices so, in place of the service. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: 'error' | 'html' | 'empty';
      readonly retryAfter: number | undefined;
    }
  /** Choices as to an invalid key. */
  | { readonly kind: 'refuse-key' }
  /** Ends the connection in place of an answer. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'close' }
  | { readonly kind: 'garble-answer'; readonly bytes: Buffer }
  /** Changes how the answer is written. */
  | { readonly kind: 'pace'; readonly bytes: number; readonly everyMs: number }
  | { readonly kind: 'truncate'; readonly bytes: number | undefined }
  | { readonly kind: 'garble-body'; readonly seed: string }
  /** Lists these orders. */
  | { readonly kind: 'stale-list'; readonly list: OrderList };
