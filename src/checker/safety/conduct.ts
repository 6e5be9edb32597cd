import type { Answer, Exchange, FailureReason, PlannedRequest, Send } from '../wire/exchange.ts';
import type { ListsSeen } from './lists-seen.ts';
import type { Pace } from './pace.ts';
import type { Gate } from './safety-policy.ts';

/** What came of the wish to send a request. */
export type Attempt =
  | { readonly kind: 'answered'; readonly exchange: Exchange; readonly answer: Answer }
  | {
      readonly kind: 'failed';
      readonly exchange: Exchange;
      readonly reason: FailureReason;
      readonly message: string;
    }
  /** Nothing was sent. */
  | { readonly kind: 'withheld'; readonly reason: string };

/** How the checker behaves towards a target: the only way for a probe to send anything. */
export type Conduct = {
  attempt(request: PlannedRequest): Promise<Attempt>;
  /** Whether a request was withheld because the budget was spent. */
  budgetSpent(): boolean;
};

/** The parts of a conduct. */
export type ConductParts = {
  readonly send: Send;
  readonly gate: Gate;
  readonly lists: ListsSeen;
  readonly pace: Pace;
  readonly maxRequests: number;
  readonly signal: AbortSignal | undefined;
  /** Told each exchange once it is over, before the probe sees it. */
  readonly onExchange: (exchange: Exchange) => Promise<void>;
};

/** Sends one request after the other through the gate, at the pace and within the budget. */
export function createConduct(parts: ConductParts): Conduct {
  const { gate, lists, pace, signal, maxRequests } = parts;
  let requests = 0;
  let spent = false;

  const whyNotNow = (request: PlannedRequest): string | undefined => {
    if (signal?.aborted === true) return 'the check was ended before';
    const permission = gate.permit(request);
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
    gate.leaving(request);
    const exchange = await parts.send(request);
    gate.returned(exchange);
    lists.learn(exchange);
    await parts.onExchange(exchange);
    return attemptOf(exchange);
  };
  return { attempt, budgetSpent: () => spent };
}

function attemptOf(exchange: Exchange): Attempt {
  const { outcome } = exchange;
  return outcome.kind === 'answered'
    ? { kind: 'answered', exchange, answer: outcome.answer }
    : { kind: 'failed', exchange, reason: outcome.reason, message: outcome.message };
}
