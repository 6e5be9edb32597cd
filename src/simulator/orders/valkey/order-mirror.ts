import { isPromise } from '../../../maybe-promise.ts';
import { MemoryOrderStore } from '../memory/memory-order-store.ts';
import { orderText, readOrderTexts } from '../memory/order-text.ts';
import { PackedOrders, packOrders, segmentSize } from '../memory/packed-orders.ts';
import type { OrderStatus } from '../order.ts';
import type { OrderList, PlacedOrder } from '../order-store.ts';

/** The status of an order in the shared store; `-`: there is no such order. */
export type StatusLetter = 'p' | 's' | 'c' | '-';

const letters: Readonly<Record<OrderStatus, StatusLetter>> = { pending: 'p', shipped: 's', cancelled: 'c' };
const statuses: Readonly<Record<string, OrderStatus>> = { p: 'pending', s: 'shipped', c: 'cancelled' };

/** Called with a cancel that the mirror applies, and the limits until which the list still shows the order. */
export type OnCancel = (orderId: bigint, lag: string) => void;

/**
 * A copy of the orders of a shared environment in the memory of this process: those of the scenario, with every change in
 * the order in which the shared store made it. Its revision is the number of changes. All copies with one revision are equal.
 */
export class OrderMirror {
  readonly #start: PackedOrders;
  readonly #orders: MemoryOrderStore;
  readonly #onCancel: OnCancel;
  #revision = 0;

  constructor(orders: Iterable<PlacedOrder>, onCancel: OnCancel = () => undefined) {
    this.#start = orders instanceof PackedOrders ? orders : packOrders(orders);
    this.#orders = new MemoryOrderStore(this.#start);
    this.#onCancel = onCancel;
  }

  get revision(): number {
    return this.#revision;
  }

  /** Applies the changes that follow a revision. Those that were applied already are skipped. */
  apply(from: number, changes: readonly string[]): void {
    for (const change of changes.slice(Math.max(0, this.#revision - from))) {
      this.#applyOne(change);
      this.#revision++;
    }
  }

  /** The status of an order in the scenario. */
  statusAtStart(id: bigint): StatusLetter {
    const position = this.#start.positionOf(id);
    if (position === undefined) return '-';
    const status = this.#start.segments[Math.floor(position / segmentSize)]?.statuses[position % segmentSize];
    return status === undefined ? '-' : letters[status];
  }

  /** The status of an order in this copy. */
  statusOf(id: bigint): StatusLetter {
    const status = this.#orders.statusOf(id);
    return status === undefined ? '-' : letters[status];
  }

  list(): OrderList {
    const list = this.#orders.list();
    if (isPromise(list)) throw new Error('the memory store returned a promise');
    return list;
  }

  get(id: bigint): Promise<PlacedOrder | undefined> {
    return this.#orders.get(id);
  }

  /** The methods of the memory store make their change before they return, so that none is awaited. */
  #applyOne(change: string): void {
    const rest = change.slice(1);
    switch (change[0]) {
      case 'c': {
        const [id = '', lag = ''] = rest.split(' ');
        void this.#orders.cancel(BigInt(id));
        if (lag !== '') this.#onCancel(BigInt(id), lag);
        return;
      }
      case 's':
        return void this.#orders.ship(BigInt(rest));
      case 'f':
        return void this.#orders.ship(BigInt(rest), { force: true });
      case 'x':
        return void this.#orders.remove(BigInt(rest));
      default:
        return void this.#orders.put(readPlaced(rest));
    }
  }
}

/** Writes an order with its status, for a change. */
export function writePlaced({ order, status }: PlacedOrder): string {
  return letters[status] + orderText(order);
}

function readPlaced(text: string): PlacedOrder {
  const [order] = readOrderTexts(`,${text.slice(1)}`);
  const status = statuses[text[0] ?? ''];
  if (order === undefined || status === undefined) throw new Error(`"${text}" is not an order`);
  return { order, status };
}
