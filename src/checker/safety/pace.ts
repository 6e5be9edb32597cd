import type { CheckClock } from '../clock.ts';

/** Lets requests through one after the other, at most so many a second. */
export type Pace = { ready(signal?: AbortSignal): Promise<void> };

/** A pace of `requestsPerSecond`; `Infinity` never waits. The first request never waits. */
export function createPace(requestsPerSecond: number, clock: CheckClock): Pace {
  const gapMs = 1000 / requestsPerSecond;
  let next = Number.NEGATIVE_INFINITY;
  return {
    async ready(signal) {
      const now = clock.now();
      const at = Math.max(now, next);
      next = at + gapMs;
      if (at > now) await clock.sleep(at - now, signal);
    },
  };
}
