import type { ResultCollector } from '../result-collector.ts';
import { contradictionFinding } from './contradiction-finding.ts';
import { History } from './history.ts';
import type { HistoryChoices, Operation } from './operation.ts';

export function judgeOperation(operation: Operation, history: History, collector: ResultCollector): void {
  const { exercised, contradictions, again } = history.add(operation);
  const { exchange } = operation;
  for (const rule of exercised)
    collector.kept(rule, exchange === undefined ? undefined : { number: exchange });
  for (const one of contradictions)
    collector.broken(contradictionFinding(one), operation.kind === 'list' ? 'listOrders' : 'cancelOrder');
  if (again === undefined) return;
  const observed = again === 409 ? 'conflict' : 'not-found';
  collector.observed({ gap: 'cancel-again', observed, allowed: true, exchange });
}

export function judgeOperations(
  operations: readonly Operation[],
  choices: HistoryChoices,
  collector: ResultCollector,
): void {
  const history = new History(choices);
  for (const operation of operations.toSorted((one, other) => one.begin - other.begin))
    judgeOperation(operation, history, collector);
}
