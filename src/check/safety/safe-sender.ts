import type { Clock } from '../../clock.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest, Send } from '../../contract/exchange.ts';
import { retryAfterMs, unavailableResponse } from '../../contract/unavailable.ts';
import type { ListsSeen } from './lists-seen.ts';
import type { SafetyPolicy } from './safety-policy.ts';
import type { createSkippedRequests } from './skipped-requests.ts';

/** The result of an attempt to send a request. */
export type Attempt =
  | (ExchangeOutcome & { readonly exchange: Exchange })
  /** Nothing was sent. */
  | { readonly kind: 'withheld'; readonly reason: string };

export type SafeSenderOptions = {
  readonly send: Send;
  readonly policy: SafetyPolicy;
  readonly skipped: ReturnType<typeof createSkippedRequests>;
  readonly lists: ListsSeen;
  readonly pace: ReturnType<typeof createPace>;
  readonly clock: Clock;
  /** How long the sender may wait in all because a response has Retry-After. */
  readonly waitMs: number;
  readonly maxRequests: number;
  readonly signal: AbortSignal | undefined;
  /** Called after each exchange, before the probe sees it. */
  readonly onExchange: (exchange: Exchange) => Promise<void>;
};

/**
 * Creates a sender that sends one request after another if the policy, the rate and the budget allow it. If the target is
 * not available and asks to retry later, it waits, within `waitMs`. It repeats a request that the target cannot have
 * handled: a GET, or a DELETE that got a 429.
 */
export function createSafeSender(options: SafeSenderOptions) {
  const { policy, skipped, lists, pace, clock, signal, maxRequests } = options;
  let requests = 0;
  let spent = false;
  let waitMs = options.waitMs;
  // Why a request with the valid key was withheld for the first time, by its path.
  const withheld = new Map<string, string>();
  // The numbers of the exchanges that were repeated after the wait that they asked for.
  const repeated = new Set<number>();

  const whyNotNow = (request: PlannedRequest): string | undefined => {
    if (signal?.aborted === true) return 'the check had ended';
    const skip = skipped.whySkipped(request);
    if (skip !== undefined) return skip;
    const permission = policy.permit(request);
    if (permission.kind === 'refused') return permission.reason;
    if (requests < maxRequests) return undefined;
    spent = true;
    return `the budget of ${maxRequests} requests is spent; --max-requests sets it`;
  };

  const withhold = (request: PlannedRequest, reason: string): Attempt => {
    if (request.key.kind === 'valid' && !withheld.has(request.path)) withheld.set(request.path, reason);
    return { kind: 'withheld', reason };
  };

  const sendOnce = async (request: PlannedRequest): Promise<Attempt> => {
    const early = whyNotNow(request);
    if (early !== undefined) return withhold(request, early);
    await pace.ready(signal);
    const reason = whyNotNow(request);
    if (reason !== undefined) return withhold(request, reason);
    requests += 1;
    policy.onSend(request);
    skipped.onSend(request);
    const exchange = await options.send(request);
    policy.onExchange(exchange);
    lists.learn(exchange);
    await options.onExchange(exchange);
    return { ...exchange.outcome, exchange };
  };

  /** Returns whether it waited as long as the target asked for. */
  const waitedFor = async (exchange: Exchange): Promise<boolean> => {
    const response = unavailableResponse(exchange);
    const askedMs = response && retryAfterMs(response, clock.now());
    if (askedMs === undefined || askedMs > waitMs || waitMs === 0) return false;
    // A Retry-After of 0 also uses up time: the number of repetitions is limited.
    const pauseMs = Math.min(waitMs, Math.max(askedMs, shortestWaitMs));
    waitMs -= pauseMs;
    await clock.sleep(pauseMs, signal);
    return true;
  };

  const attempt = async (request: PlannedRequest): Promise<Attempt> => {
    const result = await sendOnce(request);
    if (result.kind !== 'responded' || !(await waitedFor(result.exchange))) return result;
    const handled = request.method === 'DELETE' && result.response.status !== 429;
    if (handled || whyNotNow(request) !== undefined) return result;
    repeated.add(result.exchange.number);
    return attempt(request);
  };
  return { attempt, isSpent: () => spent, withheld, repeated };
}

const shortestWaitMs = 500;

/** Limits the rate of requests. The first request never waits; with `Infinity` no request waits. */
export function createPace(requestsPerSecond: number, clock: Clock) {
  const intervalMs = 1000 / requestsPerSecond;
  let next = Number.NEGATIVE_INFINITY;
  return {
    async ready(signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      const at = Math.max(now, next);
      next = at + intervalMs;
      if (at > now) await clock.sleep(at - now, signal);
    },
  };
}
