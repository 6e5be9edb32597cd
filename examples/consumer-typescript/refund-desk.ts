import { NoAnswer, type StoreOrders } from '../clients/typescript/store-orders.ts';

/** What a customer is told about an order that she wants to give back. */
export type Answer = 'refunded' | 'already on its way' | 'not known here' | 'we look into it';

/** Cancels orders for a customer. The client sends a cancel again when no answer came. */
export async function refund(store: StoreOrders, orderIds: readonly bigint[]): Promise<readonly Answer[]> {
  return Promise.all(orderIds.map((id) => refundOne(store, id)));
}

async function refundOne(store: StoreOrders, id: bigint): Promise<Answer> {
  try {
    const outcome = await store.cancelOrder(id);
    if (outcome === 'cancelled') return 'refunded';
    if (outcome === 'conflict') return 'already on its way';
    return outcome === 'not-found' ? 'not known here' : 'we look into it';
  } catch (error) {
    // The order may be cancelled or not: a person has to find out.
    if (error instanceof NoAnswer) return 'we look into it';
    throw error;
  }
}
