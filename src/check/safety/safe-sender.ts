import type { Clock } from '../../clock.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest } from '../../contract/exchange.ts';
import { retryAfterMs, unavailableResponse } from '../../contract/unavailable.ts';
import { createBarrier } from '../connection/barrier.ts';
import type { Send } from '../connection/sender.ts';
import type { ListsSeen } from './lists-seen.ts';
import type { SafetyPolicy } from './safety-policy.ts';
import type { createSkippedRequests } from './skipped-requests.ts';

export type Attempt =
  | (ExchangeOutcome & { readonly exchange: Exchange })
  /** Nothing was sent. */
  | { readonly kind: 'withheld'; readonly reason: string };

/** The result of an attempt to send several requests at once. */
export type Burst =
  | {
      readonly kind: 'sent';
      /** Each exchange with its end, on the clock of `released`. */
      readonly sent: readonly { readonly exchange: Exchange; readonly end: number }[];
      /** When each request was complete, in milliseconds, in order. */
      readonly released: readonly number[];
    }
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
  const { pace, clock, signal } = options;
  const { whyNotNow, admit, finish, isSpent, withheld } = createAdmission(options);
  let waitMs = options.waitMs;
  // The numbers of the exchanges that were repeated after the wait that they asked for.
  const repeated = new Set<number>();

  const sendOnce = async (request: PlannedRequest): Promise<Attempt> => {
    const early = whyNotNow([request]);
    if (early !== undefined) return { kind: 'withheld', reason: early };
    await pace.ready(signal);
    const reason = admit([request]);
    if (reason !== undefined) return { kind: 'withheld', reason };
    const exchange = await options.send(request);
    await finish(exchange);
    return { ...exchange.outcome, exchange };
  };

  /** Sends requests at once, each over a connection of its own. The rate does not limit them. */
  const burst = async (wanted: readonly PlannedRequest[]): Promise<Burst> => {
    await pace.ready(signal);
    const reason = admit(wanted);
    if (reason !== undefined) return { kind: 'withheld', reason };
    const barrier = createBarrier(wanted.length);
    const sending = wanted.map(async (request) => {
      const exchange = await options.send(request, barrier);
      return { exchange, end: performance.now() };
    });
    const sent = await Promise.all(sending);
    for (const { exchange } of sent) await finish(exchange);
    return { kind: 'sent', sent, released: barrier.released };
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
    if (handled || whyNotNow([request]) !== undefined) return result;
    repeated.add(result.exchange.number);
    return attempt(request);
  };
  return { attempt, burst, isSpent, withheld, repeated };
}

/** Decides which requests may be sent now, and keeps account of them. */
function createAdmission({ policy, skipped, lists, signal, maxRequests, onExchange }: SafeSenderOptions) {
  let requests = 0;
  let spent = false;
  // Why a request with the valid key was withheld for the first time, by its path.
  const withheld = new Map<string, string>();

  const whyNot = (request: PlannedRequest): string | undefined => {
    const skip = skipped.whySkipped(request);
    if (skip !== undefined) return skip;
    const permission = policy.permit(request);
    return permission.kind === 'refused' ? permission.reason : undefined;
  };

  /** Returns why requests may not be sent now, all of them or none. */
  const whyNotNow = (wanted: readonly PlannedRequest[]): string | undefined => {
    const isOver = signal?.aborted === true;
    const forbidden = isOver ? 'the check had ended' : wanted.map(whyNot).find((why) => why !== undefined);
    const isTooMuch = requests + wanted.length > maxRequests;
    if (forbidden === undefined && isTooMuch) spent = true;
    const reason =
      forbidden ??
      (isTooMuch ? `the budget of ${maxRequests} requests is spent; \`maxRequests\` sets it` : undefined);
    if (reason === undefined) return undefined;
    for (const { key, path } of wanted)
      if (key.kind === 'valid' && !withheld.has(path)) withheld.set(path, reason);
    return reason;
  };

  return {
    whyNotNow,
    /** Counts requests that are sent now. Returns why they may not be. */
    admit(wanted: readonly PlannedRequest[]): string | undefined {
      const reason = whyNotNow(wanted);
      if (reason !== undefined) return reason;
      requests += wanted.length;
      for (const request of wanted) {
        policy.onSend(request);
        skipped.onSend(request);
      }
      return undefined;
    },
    async finish(exchange: Exchange): Promise<void> {
      policy.onExchange(exchange);
      lists.learn(exchange);
      await onExchange(exchange);
    },
    isSpent: () => spent,
    withheld,
  };
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
