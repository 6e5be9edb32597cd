import type { Clock } from '../../clock.ts';
import type { Exchange, ExchangeOutcome, PlannedRequest } from '../../contract/exchange.ts';
import type { CheckSettings } from '../check-settings.ts';
import { createBarrier } from '../connection/barrier.ts';
import type { Send } from '../connection/sender.ts';
import { type GateOptions, whyNotPermitted } from './gate.ts';
import type { ListsSeen } from './lists-seen.ts';

export type Attempt =
  | (ExchangeOutcome & { readonly exchange: Exchange })
  | { readonly kind: 'withheld'; readonly reason: string };

export type SafeSenderOptions = {
  readonly send: Send;
  readonly settings: GateOptions & Pick<CheckSettings, 'requestsPerSecond'>;
  readonly lists: ListsSeen;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Called after each exchange, before the probe sees it. */
  readonly onExchange: (exchange: Exchange) => void;
};

/** Creates the only functions that send a request: each asks the gate right before. No request is repeated. */
export function createSafeSender({ send, settings, lists, clock, signal, onExchange }: SafeSenderOptions) {
  const pace = createPace(settings.requestsPerSecond, clock);
  // Why a request with the valid key was withheld for the first time, by its path.
  const withheld = new Map<string, string>();

  /** Returns why requests may not be sent now, all of them or none. */
  const whyNotNow = (wanted: readonly PlannedRequest[]): string | undefined => {
    const reasons = wanted.map((request) => whyNotPermitted(request, settings, lists));
    const reason =
      signal?.aborted === true ? 'the check had ended' : reasons.find((one) => one !== undefined);
    if (reason === undefined) return undefined;
    for (const { key, path } of wanted)
      if (key.kind === 'valid' && !withheld.has(path)) withheld.set(path, reason);
    return reason;
  };
  const finish = (exchange: Exchange): void => {
    lists.learn(exchange);
    onExchange(exchange);
  };
  const attempt = async (request: PlannedRequest): Promise<Attempt> => {
    const early = whyNotNow([request]);
    if (early === undefined) await pace.ready(signal);
    const reason = early ?? whyNotNow([request]);
    if (reason !== undefined) return { kind: 'withheld', reason };
    const exchange = await send(request);
    finish(exchange);
    return { ...exchange.outcome, exchange };
  };
  /**
   * Sends requests at once, each over a connection of its own. The rate does not limit them. Returns each exchange with its end, and
   * when the requests were complete, in milliseconds of one clock.
   */
  const burst = async (wanted: readonly PlannedRequest[]) => {
    await pace.ready(signal);
    const reason = whyNotNow(wanted);
    if (reason !== undefined) return { kind: 'withheld', reason } as const;
    const barrier = createBarrier(wanted.length);
    const sending = wanted.map(async (request) => {
      const exchange = await send(request, barrier);
      return { exchange, end: performance.now() };
    });
    const sent = await Promise.all(sending);
    for (const { exchange } of sent) finish(exchange);
    return { kind: 'sent', sent, begin: await barrier.opened } as const;
  };
  return { attempt, burst, withheld };
}

/** Limits the rate of requests. The first request never waits; with `Infinity` no request waits. */
function createPace(requestsPerSecond: number, clock: Clock) {
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
