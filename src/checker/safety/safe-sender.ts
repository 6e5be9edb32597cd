import type { CheckClock } from '../clock.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest, Send } from '../wire/exchange.ts';
import type { ListsSeen } from './lists-seen.ts';
import type { SafetyPolicy } from './safety-policy.ts';
import type { SkippedRequests } from './skipped-requests.ts';

/** The result of an attempt to send a request. */
export type Attempt =
  | (ExchangeOutcome & { readonly exchange: Exchange })
  /** Nothing was sent. */
  | { readonly kind: 'withheld'; readonly reason: string };

/** The only way for a probe to send a request. */
export type SafeSender = {
  attempt(request: PlannedRequest): Promise<Attempt>;
  /** Whether a request was withheld because the budget was spent. */
  budgetSpent(): boolean;
};

/** The options of a safe sender. */
export type SafeSenderOptions = {
  readonly send: Send;
  readonly policy: SafetyPolicy;
  readonly skipped: SkippedRequests;
  readonly lists: ListsSeen;
  readonly pace: Pace;
  readonly maxRequests: number;
  readonly signal: AbortSignal | undefined;
  /** Called after each exchange, before the probe sees it. */
  readonly onExchange: (exchange: Exchange) => Promise<void>;
};

/** Creates a sender that sends one request after another if the policy, the rate and the budget allow it. */
export function createSafeSender(options: SafeSenderOptions): SafeSender {
  const { policy, skipped, lists, pace, signal, maxRequests } = options;
  let requests = 0;
  let spent = false;

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

  const attempt = async (request: PlannedRequest): Promise<Attempt> => {
    const early = whyNotNow(request);
    if (early !== undefined) return { kind: 'withheld', reason: early };
    await pace.ready(signal);
    const reason = whyNotNow(request);
    if (reason !== undefined) return { kind: 'withheld', reason };
    requests += 1;
    policy.onSend(request);
    skipped.onSend(request);
    const exchange = await options.send(request);
    policy.onExchange(exchange);
    lists.learn(exchange);
    await options.onExchange(exchange);
    return { ...exchange.outcome, exchange };
  };
  return { attempt, budgetSpent: () => spent };
}

/** Limits the rate of requests. */
export type Pace = { ready(signal?: AbortSignal): Promise<void> };

/** Creates a pace of `requestsPerSecond`. The first request never waits; with `Infinity` no request waits. */
export function createPace(requestsPerSecond: number, clock: CheckClock): Pace {
  const intervalMs = 1000 / requestsPerSecond;
  let next = Number.NEGATIVE_INFINITY;
  return {
    async ready(signal) {
      const now = clock.now();
      const at = Math.max(now, next);
      next = at + intervalMs;
      if (at > now) await clock.sleep(at - now, signal);
    },
  };
}
