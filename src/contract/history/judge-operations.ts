import type { Finding, TimelineEntry } from '../report.ts';
import type { ResultCollector } from '../result-collector.ts';
import type { RuleId } from '../rules/rule-ids.ts';
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
  for (const rule of exercised)
    if (!ignored.includes(rule))
      collector.kept(rule, exchange === undefined ? undefined : { number: exchange });
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
  { cancelsAgain, ignored }: { readonly cancelsAgain: boolean; readonly ignored: readonly RuleId[] },
): void {
  const history = new History(undefined, cancelsAgain);
  for (const operation of operations.toSorted((one, other) => one.begin - other.begin))
    judgeOperation(operation, history, collector, ignored);
}

/** @param exchange the number of the exchange that completes it */
function contradictionFinding(
  { rule, order, operations, why }: Contradiction,
  exchange: number | undefined,
): Finding {
  const start = operations[0]?.begin ?? 0;
  const timeline = operations.map((operation) => entryOf(operation, order, start));
  const shown = timeline.map(
    ({ lane, request, outcome }, at) => `${request} ${outcome} (${nameOf(operations[at]) ?? lane})`,
  );
  return {
    rule,
    exchange,
    where: order,
    expected: 'responses that one order of events explains',
    got: `${why}: ${shown.join(', ')}`,
    timeline,
  };
}

function nameOf(operation: Operation | undefined): string | undefined {
  return operation?.exchange === undefined ? undefined : `exchange ${operation.exchange}`;
}

function entryOf(operation: Operation, order: string, start: number): TimelineEntry {
  const { lane, begin, end } = operation;
  const cancels = operation.kind === 'cancel';
  return {
    lane,
    begin: begin - start,
    ...(Number.isFinite(end) && { end: end - start }),
    request: cancels ? `DELETE ${order}` : 'GET /store/orders',
    outcome: cancels
      ? `${operation.status ?? 'unknown'}`
      : operation.orders.includes(order)
        ? 'listed'
        : 'not listed',
  };
}
