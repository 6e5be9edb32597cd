import type { ListOperation, Operation } from './operation.ts';
import { OrderHistory, type Shown } from './order-history.ts';

/**
 * Judges operations that may overlap. An order is placed, then cancelled or shipped, and never changes back; anyone may do
 * that at any time. So the judgement needs no search: each operation says of its order that a change was not before its begin
 * or not after its end, and two to four of them that exclude each other are all that there is to find.
 *
 * A list counts as one read of each order. That it shows two orders as they were at different moments is not found.
 *
 * @example
 * const history = new History();
 * history.add({ kind: 'cancel', order: '1001', status: 204, begin: 0, end: 5, exchange: 1 });
 * history.add({ kind: 'cancel', order: '1001', status: 204, begin: 2, end: 6, exchange: 2 }).contradictions; // of R35
 */
export class History {
  readonly #maxOrders: number;
  readonly #orders = new Map<string, OrderHistory>();
  #isFull = false;

  /** @param maxOrders how many orders are remembered. Operations on further orders are not judged. */
  constructor(maxOrders: number = Number.POSITIVE_INFINITY) {
    this.#maxOrders = maxOrders;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  clear(): void {
    this.#orders.clear();
  }

  /** Adds an operation, and returns what it showed. Add each one after those that ended before it began. */
  add(operation: Operation): Shown {
    const shown: Shown = { exercised: new Set(), contradictions: [] };
    if (operation.kind === 'list') this.#addList(operation, shown);
    else if ([204, 404, 409].includes(operation.status ?? 0))
      this.#historyOf(operation.order)?.addCancel(operation, shown);
    return shown;
  }

  #addList(list: ListOperation, shown: Shown): void {
    for (const order of list.orders) this.#historyOf(order)?.addListed(list, shown);
    const { without } = list;
    const missing = without?.flatMap((order) => this.#orders.get(order) ?? []) ?? this.#orders.values();
    for (const history of missing) history.addUnlisted(list, shown);
  }

  #historyOf(order: string): OrderHistory | undefined {
    const known = this.#orders.get(order);
    if (known !== undefined) return known;
    if (this.#orders.size >= this.#maxOrders) {
      this.#isFull = true;
      return undefined;
    }
    const fresh = new OrderHistory(order);
    this.#orders.set(order, fresh);
    return fresh;
  }
}
