import { MemoryOrderStore } from '../../../../src/simulator/orders/memory/memory-order-store.ts';
import {
  type CancelOutcome,
  fixedList,
  type OrderList,
  type ShipOutcome,
} from '../../../../src/simulator/orders/order-store.ts';

/** Lets other requests run between the check and the write of a cancel. */
export class AwaitInCancel extends MemoryOrderStore {
  override async cancel(id: bigint): Promise<CancelOutcome> {
    const placed = await this.get(id);
    if (placed?.status !== 'pending') return super.cancel(id);
    const { order } = placed;
    await new Promise((resolve) => setImmediate(resolve));
    await this.put({ order, status: 'cancelled' });
    return { kind: 'cancelled', sequence: 0 };
  }
}

/** Returns a list that is up to three lists old. */
export class CachedList extends MemoryOrderStore {
  #cached: OrderList | undefined;
  #asked = 0;

  override list(): OrderList {
    if (this.#asked++ % 4 === 0 || this.#cached === undefined) {
      const { segments, revision } = super.list();
      const orders = segments.flatMap((segment) => segment.orders.map((placed) => ({ ...placed })));
      this.#cached = fixedList(orders, revision);
    }
    return this.#cached;
  }
}

/** Ships cancelled orders. */
export class ShipAfterCancel extends MemoryOrderStore {
  override ship(id: bigint): ShipOutcome {
    return super.ship(id, { force: true });
  }
}
