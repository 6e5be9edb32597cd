import type { Finding, RuleId } from '../report.ts';
import type { ResultCollector } from '../result-collector.ts';
import type { ListOperation, Operation } from './operation.ts';
import { type Contradiction, OrderHistory, type Shown } from './order-history.ts';

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

/** @param ignored rules that the operations cannot decide */
export function judgeOperation(
  operation: Operation,
  history: History,
  collector: ResultCollector,
  ignored: readonly RuleId[] = [],
): void {
  const { exercised, contradictions, again } = history.add(operation);
  const { exchange } = operation;
  for (const rule of exercised) if (!ignored.includes(rule)) collector.kept(rule, { number: exchange });
  for (const one of contradictions)
    if (!ignored.includes(one.rule))
      collector.broken(
        contradictionFinding(one, exchange),
        operation.kind === 'list' ? 'listOrders' : 'cancelOrder',
      );
  if (again === undefined) return;
  const observed = again === 409 ? 'conflict' : 'not-found';
  collector.observed({ gap: 'cancel-again', observed, allowed: true, exchange });
}

export function judgeOperations(
  operations: readonly Operation[],
  collector: ResultCollector,
  ignored: readonly RuleId[],
): void {
  const history = new History();
  for (const operation of operations.toSorted((one, other) => one.begin - other.begin))
    judgeOperation(operation, history, collector, ignored);
}

/** @param exchange the number of the exchange that completes it */
function contradictionFinding({ rule, order, operations, why }: Contradiction, exchange: number): Finding {
  const start = operations[0]?.begin ?? 0;
  const shown = operations.map((operation) => inWords(operation, order, start));
  const expected = 'responses that one order of events explains';
  return { rule, exchange, where: order, expected, got: `${why}: ${shown.join(', ')}` };
}

/** Returns an operation with its times since the first one: `DELETE /store/orders/1 204 (exchange 7, 0.0 to 3.2 ms)`. */
function inWords(operation: Operation, order: string, start: number): string {
  const [begin, end] = [operation.begin, operation.end].map((time) => (time - start).toFixed(1));
  const outcome =
    operation.kind === 'cancel'
      ? `DELETE ${order} ${operation.status}`
      : `GET /store/orders ${operation.orders.includes(order) ? 'listed' : 'not listed'}`;
  return `${outcome} (exchange ${operation.exchange}, ${begin} to ${end} ms)`;
}
