import type { Secrets } from '../../../secrets/secrets.ts';
import type { OrderList } from '../../orders/order-store.ts';
import type { ApiKeys } from '../api-keys.ts';

/** What a journal needs of its environment to show an exchange. */
export type JournalContext = {
  /** The name of the environment. */
  readonly environment: string;
  readonly basePath: string;
  readonly keys: ApiKeys;
  /** Returns the keys of all environments, to hide them. */
  secrets(): Secrets;
  /** Returns the name of the environment that owns a key. */
  keyOwner(text: string): string | undefined;
  orders(): OrderList;
};

/** A sentence for the author of a client: a probable mistake in the request, and what was probably meant. */
export type Note = { readonly code: string; readonly text: string };

/** The part that its notes need. */
export type NoteContext = Omit<JournalContext, 'orders' | 'secrets'>;

/** The ids of all orders, and of the pending ones, at the time when an exchange is shown. */
export type KnownOrders = Readonly<ReturnType<typeof readKnownOrders>>;

export function readKnownOrders(context: JournalContext) {
  const ids: bigint[] = [];
  const pending: bigint[] = [];
  for (const { order, status } of context.orders().orders) {
    if (order.id === undefined) continue;
    ids.push(order.id);
    if (status === 'pending') pending.push(order.id);
  }
  return { ids, pending };
}
