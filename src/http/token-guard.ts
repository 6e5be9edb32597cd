import { authorize, equalsSecret } from '../authorization.ts';
import type { Clock } from '../clock.ts';
import type { ErrorBody } from '../control-api.ts';
import { type ControlResponse, refusal } from './control-response.ts';

/** Checks the bearer token of requests. */
export type TokenGuard = ReturnType<typeof createTokenGuard>;

type Refusal = ControlResponse<ErrorBody>;

/** The number of wrong tokens within the window that are refused without delay. */
const freeAttempts = 10;
const windowMs = 60_000;
/** The interval between further refusals, over all connections. */
const intervalMs = 100;
/** A refusal that would be delayed longer than this becomes a 429. */
const maxDelayMs = 10_000;

/**
 * Creates a guard that compares tokens in constant time and delays the refusals of wrong tokens, on the machine's clock.
 * A request without a token does not count. The right token is never delayed, so that nobody is locked out.
 */
export function createTokenGuard(token: string, machine: Clock) {
  const tokens = { accepts: (given: string) => equalsSecret(given, token) };
  let windowEnd = 0;
  let wrong = 0;
  let nextRefusal = 0;

  const nextDelay = (): number => {
    const now = machine.now();
    if (now >= windowEnd) {
      windowEnd = now + windowMs;
      wrong = 0;
    }
    if (++wrong <= freeAttempts) return 0;
    const delay = Math.max(nextRefusal, now) + intervalMs - now;
    if (delay <= maxDelayMs) nextRefusal = now + delay;
    return delay;
  };

  /** Counts a secret that is wrong, and returns its refusal, when it may be sent. */
  const refuseWrong = async (signal: AbortSignal): Promise<Refusal> => {
    const delay = nextDelay();
    if (delay > maxDelayMs) return tooMany;
    if (delay > 0) await machine.sleep(delay, signal);
    return invalid;
  };

  return {
    /** Returns undefined for the right token, without delay; otherwise the refusal, when it may be sent. */
    check: async (authorizations: readonly string[], signal: AbortSignal): Promise<Refusal | undefined> => {
      const authorization = authorize(authorizations, tokens, false);
      if (authorization.kind === 'accepted') return undefined;
      return authorization.tokenSent ? refuseWrong(signal) : missing;
    },
    refuseWrong,
  };
}

const hint =
  'send "Authorization: Bearer TOKEN" with the value of SIM_CONTROL_TOKEN or the token printed at the start';
const missing = refusal('unauthorized', `The token is missing; ${hint}.`, ['WWW-Authenticate', 'Bearer']);
const invalid = refusal('unauthorized', `The token is not the token of this control API; ${hint}.`, [
  'WWW-Authenticate',
  'Bearer error="invalid_token"',
]);
const tooMany = refusal('too_many_attempts', 'Too many wrong tokens; wait before the next attempt.', [
  'Retry-After',
  `${maxDelayMs / 1000}`,
]);
