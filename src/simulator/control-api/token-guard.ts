import { createApiKeys } from '../environment/api-keys.ts';
import { authorize } from '../environment/authorization.ts';
import type { Clock } from '../environment/clock.ts';
import { refusal } from './control-error.ts';
import type { ControlResponse } from './control-response.ts';

/** Lets in who has the token; answers the others. */
export interface TokenGuard {
  /** Undefined for the right token, at once and always; else the refusal, when it may be sent. */
  check(authorizations: readonly string[], signal: AbortSignal): Promise<ControlResponse | undefined>;
}

/** So many wrong tokens within the window are answered at once. */
const freeAttempts = 10;
const windowMs = 60_000;
/** Beyond them, one is answered in so much time, however many connections ask. */
const pauseMs = 100;
/** Who would wait longer than this is told so. */
const longestWaitMs = 10_000;

/**
 * Compares tokens in constant time. Wrong tokens in a row are answered ever later, on the machine's clock; a
 * request without a token is no attempt, and the right token never waits, so that nobody is locked out.
 */
export function createTokenGuard(token: string, machine: Clock): TokenGuard {
  const tokens = createApiKeys([token]);
  let windowEnd = 0;
  let wrong = 0;
  let nextAnswer = 0;

  const pause = (): number => {
    const now = machine.now();
    if (now >= windowEnd) {
      windowEnd = now + windowMs;
      wrong = 0;
    }
    if (++wrong <= freeAttempts) return 0;
    const wait = Math.max(nextAnswer, now) + pauseMs - now;
    if (wait <= longestWaitMs) nextAnswer = now + wait;
    return wait;
  };

  return {
    check: async (authorizations, signal) => {
      const authorization = authorize(authorizations, tokens, false);
      if (authorization.kind === 'accepted') return undefined;
      if (!authorization.tokenSent) return missing;
      const wait = pause();
      if (wait > longestWaitMs) return tooMany;
      if (wait > 0) await machine.sleep(wait, signal);
      return invalid;
    },
  };
}

const hint =
  'send "Authorization: Bearer TOKEN" with the token that SIM_CONTROL_TOKEN gives or the start has printed';
const missing = refusal('unauthorized', `The token is missing; ${hint}.`, ['WWW-Authenticate', 'Bearer']);
const invalid = refusal('unauthorized', `The token is not the token of this control API; ${hint}.`, [
  'WWW-Authenticate',
  'Bearer error="invalid_token"',
]);
const tooMany = refusal('too_many_attempts', 'There have been too many wrong tokens; wait before the next.', [
  'Retry-After',
  `${longestWaitMs / 1000}`,
]);
