import type { Finding, TimelineEntry } from '../report.ts';
import type { Operation } from './operation.ts';
import type { Contradiction } from './order-history.ts';

/** Returns a contradiction as a finding. The last operation is the one that completes it. */
export function contradictionFinding({ rule, order, operations, why }: Contradiction): Finding {
  const last = operations.at(-1);
  const start = operations[0]?.begin ?? 0;
  const timeline = operations.map((operation) => entryOf(operation, order, start));
  const shown = timeline.map(
    ({ lane, request, outcome }, at) => `${request} ${outcome} (${nameOf(operations[at]) ?? lane})`,
  );
  return {
    rule,
    exchange: last?.exchange,
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
