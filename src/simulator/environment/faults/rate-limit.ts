import type { RateLimitFault } from './fault.ts';
import type { FaultForm } from './fault-form.ts';

/** Choices 429 once so many requests have gone through within the time before. Refused requests do not count. */
export const rateLimit: FaultForm<RateLimitFault> = {
  askedAt: () => 'before-commit',
  replacesAnswer: true,
  start: ({ requests, perMs = 1000 }, { now }) => {
    const through: number[] = [];
    return () => {
      const at = now();
      while ((through[0] ?? at) <= at - perMs) through.shift();
      if (through.length < requests) {
        through.push(at);
        return undefined;
      }
      const retryAfter = Math.ceil(((through[0] ?? at) + perMs - at) / 1000);
      return { kind: 'answer', status: 429, body: 'error', retryAfter };
    };
  },
};
