import type { ResultCollector } from '../collect-results.ts';
import type { RuleId } from '../rules/rules.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** Returns the rule that requires a 401 for the key of a request, or undefined if the key may be valid. */
function keyRule({ request: { operationId, key } }: Exchange): RuleId | undefined {
  const lists = operationId === 'listOrders';
  if (key.kind === 'none') return lists ? 'R14' : 'R16';
  // A random token is invalid only because the response is 401: it proves nothing.
  if (key.kind === 'invalid' && key.how !== 'random') return lists ? 'R15' : 'R17';
  return undefined;
}

/**
 * Judges R14 to R18: a request without a key, or with an invalid one, gets a 401, and its response does not reveal whether
 * an order exists. An undocumented status breaks only R03.
 */
export function judgeKey(exchange: Exchange, undocumented: boolean, collector: ResultCollector): void {
  const rule = keyRule(exchange);
  const { number, outcome, request } = exchange;
  if (rule === undefined || outcome.kind === 'failed' || undocumented) return;
  const { status, statusLine } = outcome.response;
  const shown = { exchange: number, where: 'status', expected: '401', got: statusLine };
  collector.kept(rule, exchange);
  if (status !== 401) collector.broken({ rule, ...shown });
  if (request.operationId !== 'cancelOrder') return;
  collector.kept('R18', exchange);
  if (status === 404 || status === 409) collector.broken({ rule: 'R18', ...shown });
}

type Cancel = { readonly recorded: RecordedExchange; readonly status: number; readonly statusLine: string };

/** Groups the cancels with a valid key and a status of 204, 404 or 409 by their path. */
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

/** Judges R29 and the gap cancel-again: an order must not have two 204, in any order of sending. */
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

/** Judges R31: an order that was refused as shipped is not cancelled later. The refusal must have ended before. */
function judgeRefused(refused: Cancel, later: Cancel, collector: ResultCollector): void {
  const { number: exchange, startedAt } = later.recorded.exchange;
  if (refused.recorded.endedAt > startedAt || later.status === 404) return;
  collector.kept('R31', later.recorded.exchange);
  if (later.status === 409) return;
  const expected = `409: exchange ${refused.recorded.exchange.number} refused it as shipped`;
  collector.broken({ rule: 'R31', exchange, where: 'status', expected, got: later.statusLine });
}

/** Judges what several cancels of one order show. The target must not be reset during a recording. */
export function judgeCancels(recorded: readonly RecordedExchange[], collector: ResultCollector): void {
  for (const cancels of cancelsByPath(recorded)) {
    let successful: Cancel | undefined;
    let refused: Cancel | undefined;
    for (const cancel of cancels) {
      if (successful !== undefined) judgeAgain(successful, cancel, collector);
      else if (refused !== undefined) judgeRefused(refused, cancel, collector);
      if (cancel.status === 204) successful ??= cancel;
      if (cancel.status === 409) refused ??= cancel;
    }
  }
}
