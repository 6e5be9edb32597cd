import type { Finding, RuleId } from '../report.ts';
import type { ResultCollector } from '../result-collector.ts';
import { History } from './history.ts';
import type { Operation } from './operation.ts';
import type { Contradiction } from './order-history.ts';

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
