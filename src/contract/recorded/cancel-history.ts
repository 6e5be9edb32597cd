import type { RecordedExchange } from '../recorded-exchange.ts';
import type { ResultCollector } from '../result-collector.ts';

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

/**
 * Judges cancels by the earlier ones of their order. The target must not be reset meanwhile, or `clear` be called.
 */
export class CancelHistory {
  readonly #collector: ResultCollector;
  readonly #maxOrders: number;
  readonly #orders = new Map<string, { readonly successful?: Cancel; readonly refused?: Cancel }>();
  #isFull = false;

  /** @param maxOrders how many orders are remembered. Cancels of further orders are not judged. */
  constructor(collector: ResultCollector, maxOrders: number = Number.POSITIVE_INFINITY) {
    this.#collector = collector;
    this.#maxOrders = maxOrders;
  }

  /** Whether there were more orders than are remembered. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Adds a cancel. Those of one order must be added in the order of sending. */
  add(cancel: Cancel): void {
    const before = this.#orders.get(cancel.path);
    if (before === undefined && this.#orders.size >= this.#maxOrders) {
      this.#isFull = true;
      return;
    }
    const { successful, refused } = before ?? {};
    this.#orders.set(cancel.path, {
      ...before,
      ...(cancel.status === 204 && successful === undefined && { successful: cancel }),
      ...(cancel.status === 409 && refused === undefined && { refused: cancel }),
    });
    if (successful !== undefined) this.#judgeAgain(successful, cancel);
    else if (refused !== undefined) this.#judgeRefused(refused, cancel);
  }

  /** Forgets every order, because the target was reset. */
  clear(): void {
    this.#orders.clear();
  }

  /** R29 and the gap cancel-again: an order must not have two 204, in any order of sending. */
  #judgeAgain(first: Cancel, later: Cancel): void {
    this.#collector.kept('R29', later);
    if (later.status === 204) {
      this.#broken('R29', later, `409 or 404: exchange ${first.number} cancelled this order`);
      return;
    }
    const observed = later.status === 409 ? 'conflict' : 'not-found';
    this.#collector.observed({ gap: 'cancel-again', observed, allowed: true, exchange: later.number });
  }

  /** R31: an order that was refused as shipped is not cancelled later. The refusal must have ended before. */
  #judgeRefused(refused: Cancel, later: Cancel): void {
    if (refused.endedAt > later.startedAt || later.status === 404) return;
    this.#collector.kept('R31', later);
    if (later.status === 204)
      this.#broken('R31', later, `409: exchange ${refused.number} refused it as shipped`);
  }

  #broken(rule: 'R29' | 'R31', { number: exchange, statusLine: got }: Cancel, expected: string): void {
    this.#collector.broken({ rule, exchange, where: 'status', expected, got }, 'cancelOrder');
  }
}
