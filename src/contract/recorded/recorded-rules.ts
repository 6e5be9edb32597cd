import type { ResultCollector } from '../collect-results.ts';
import type { Exchange } from '../exchange.ts';
import type { RuleId } from '../rules/rules.ts';
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

/** A cancel with a valid key whose status says something about the order. */
export type Cancel = {
  readonly number: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly path: string;
  readonly status: number;
  readonly statusLine: string;
};

/** Returns what an exchange says about its order, or undefined if it says nothing. */
export function cancelOf({ exchange, endedAt }: RecordedExchange): Cancel | undefined {
  const { number, startedAt, request, outcome } = exchange;
  if (request.operationId !== 'cancelOrder' || request.key.kind !== 'valid' || outcome.kind === 'failed')
    return undefined;
  const { status, statusLine } = outcome.response;
  return [204, 404, 409].includes(status)
    ? { number, startedAt, endedAt, path: request.path, status, statusLine }
    : undefined;
}

/** Judges R29 and the gap cancel-again: an order must not have two 204, in any order of sending. */
function judgeAgain(first: Cancel, later: Cancel, collector: ResultCollector): boolean {
  const { number: exchange, status, statusLine } = later;
  collector.kept('R29', later);
  if (status !== 204) {
    const observed = status === 409 ? 'conflict' : 'not-found';
    return collector.observed({ gap: 'cancel-again', observed, allowed: true, exchange });
  }
  const expected = `409 or 404: exchange ${first.number} cancelled this order`;
  return collector.broken(
    { rule: 'R29', exchange, where: 'status', expected, got: statusLine },
    'cancelOrder',
  );
}

/** Judges R31: an order that was refused as shipped is not cancelled later. The refusal must have ended before. */
function judgeRefused(refused: Cancel, later: Cancel, collector: ResultCollector): boolean {
  const { number: exchange, startedAt, status, statusLine } = later;
  if (refused.endedAt > startedAt || status === 404) return false;
  collector.kept('R31', later);
  if (status === 409) return false;
  const expected = `409: exchange ${refused.number} refused it as shipped`;
  return collector.broken(
    { rule: 'R31', exchange, where: 'status', expected, got: statusLine },
    'cancelOrder',
  );
}

/** What the cancels of each order show together. */
export type CancelHistory = {
  /** Adds a cancel. Those of one order must be added in the order of sending. Returns whether it shows something new. */
  add(cancel: Cancel): boolean;
  /** Forgets every order, because the target was reset. */
  clear(): void;
  /** Whether there were more orders than are remembered. */
  readonly isFull: boolean;
};

/**
 * Judges cancels by the earlier ones of their order. The target must not be reset meanwhile, or `clear` be called.
 *
 * @param maxOrders how many orders are remembered. Cancels of further orders are not judged.
 */
export function createCancelHistory(
  collector: ResultCollector,
  maxOrders: number = Number.POSITIVE_INFINITY,
): CancelHistory {
  const orders = new Map<string, { readonly successful?: Cancel; readonly refused?: Cancel }>();
  let isFull = false;
  return {
    add(cancel) {
      const before = orders.get(cancel.path);
      isFull ||= before === undefined && orders.size >= maxOrders;
      if (before === undefined && orders.size >= maxOrders) return false;
      const { successful, refused } = before ?? {};
      orders.set(cancel.path, {
        ...before,
        ...(cancel.status === 204 && successful === undefined && { successful: cancel }),
        ...(cancel.status === 409 && refused === undefined && { refused: cancel }),
      });
      if (successful !== undefined) return judgeAgain(successful, cancel, collector);
      return refused !== undefined && judgeRefused(refused, cancel, collector);
    },
    clear: () => orders.clear(),
    get isFull() {
      return isFull;
    },
  };
}
