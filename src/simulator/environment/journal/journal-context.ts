import type { MaybePromise } from '../../../shared/maybe-promise.ts';
import { type OrderList, ordersOf } from '../../orders/order-store.ts';

/** What a journal asks of its environment, when someone looks at an exchange. */
export type JournalContext = {
  /** The name of the environment. */
  readonly environment: string;
  readonly basePath: string;
  /** Whether a text is a key of this environment. */
  ownsKey(text: string): boolean;
  /** The name of any environment whose key a text is. */
  keyOwner(text: string): string | undefined;
  orders(): MaybePromise<OrderList>;
};

/** What was known of orders when an exchange is looked at. */
export type KnownOrders = {
  /** The ids of all orders. */
  readonly ids: readonly bigint[];
  /** The ids of those that are pending. */
  readonly pending: readonly bigint[];
};

/** Reads what is known of orders. */
export async function readKnownOrders(context: JournalContext): Promise<KnownOrders> {
  const ids: bigint[] = [];
  const pending: bigint[] = [];
  for (const { order, status } of ordersOf(await context.orders())) {
    if (order.id === undefined) continue;
    ids.push(order.id);
    if (status === 'pending') pending.push(order.id);
  }
  return { ids, pending };
}
