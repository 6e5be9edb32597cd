import type { ResultCollector } from '../collect-results.ts';
import type { RecordedExchange } from './read-har.ts';

type Cancel = { readonly recorded: RecordedExchange; readonly status: number; readonly statusLine: string };

/** Cancels with a valid key that the target decided on, by the path that they name an order with. */
function cancelsByPath(recorded: readonly RecordedExchange[]): readonly (readonly Cancel[])[] {
  const cancels = new Map<string, Cancel[]>();
  for (const one of recorded) {
    const { request, outcome } = one.exchange;
    if (request.operationId !== 'cancelOrder' || request.key.kind !== 'valid' || outcome.kind === 'failed')
      continue;
    const { status, statusLine } = outcome.response;
    if (![204, 404, 409].includes(status)) continue;
    cancels.set(request.path, [...(cancels.get(request.path) ?? []), { recorded: one, status, statusLine }]);
  }
  return [...cancels.values()];
}

/** R29 and the gap cancel-again: of two 204 for one order, in whatever order they came, one is too many. */
function judgeAgain(first: Cancel, later: Cancel, collector: ResultCollector): void {
  const exchange = later.recorded.exchange.number;
  collector.kept('R29', later.recorded.exchange);
  if (later.status !== 204) {
    const observed = later.status === 409 ? 'conflict' : 'not-found';
    collector.observed({ gap: 'cancel-again', observed, allowed: true, exchange });
    return;
  }
  const expected = `409 or 404: exchange ${first.recorded.exchange.number} cancelled this order`;
  collector.broken({ rule: 'R29', exchange, where: 'status', expected, got: later.statusLine });
}

/** R31: an order refused as shipped is not cancelled later. Only where the refusal had ended before. */
function judgeRefused(refused: Cancel, later: Cancel, collector: ResultCollector): void {
  const { exchange } = later.recorded;
  if (refused.recorded.endedAt > exchange.startedAt || later.status === 404) return;
  collector.kept('R31', exchange);
  if (later.status === 409) return;
  const expected = `409: exchange ${refused.recorded.exchange.number} refused it as shipped`;
  collector.broken({
    rule: 'R31',
    exchange: exchange.number,
    where: 'status',
    expected,
    got: later.statusLine,
  });
}

/** Judges what only several cancels of one order show. A recording must not reach over a reset of the target. */
export function judgeCancels(recorded: readonly RecordedExchange[], collector: ResultCollector): void {
  for (const cancels of cancelsByPath(recorded)) {
    let done: Cancel | undefined;
    let refused: Cancel | undefined;
    for (const cancel of cancels) {
      if (done !== undefined) judgeAgain(done, cancel, collector);
      else if (refused !== undefined) judgeRefused(refused, cancel, collector);
      if (cancel.status === 204) done ??= cancel;
      if (cancel.status === 409) refused ??= cancel;
    }
  }
}
