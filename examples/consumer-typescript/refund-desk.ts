import { NoResponse, type StoreOrders } from '../clients/typescript/store-orders.ts';

/** The outcome of a refund, as shown to the customer. */
export type Refund = 'refunded' | 'already on its way' | 'not known here' | 'we look into it';

/** Cancels orders for a customer. The client repeats a cancel if it gets no response. */
export async function refund(store: StoreOrders, orderIds: readonly bigint[]): Promise<readonly Refund[]> {
  return Promise.all(orderIds.map((id) => refundOne(store, id)));
}

async function refundOne(store: StoreOrders, id: bigint): Promise<Refund> {
  try {
    const outcome = await store.cancelOrder(id);
    if (outcome === 'cancelled') return 'refunded';
    if (outcome === 'conflict') return 'already on its way';
    return outcome === 'not-found' ? 'not known here' : 'we look into it';
  } catch (error) {
    // The order may or may not be cancelled: a person has to find out.
    if (error instanceof NoResponse) return 'we look into it';
    throw error;
  }
}
