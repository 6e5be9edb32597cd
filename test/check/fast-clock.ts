import type { Clock } from '../../src/clock.ts';

/** A clock for checks of servers in this process: short waits end at once, and the limit of the whole check never ends. */
export const fastClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => (ms < 60_000 ? Promise.resolve() : new Promise(() => {})),
};

/**
 * A clock on which waits end at once and take their time: everything after them is so much later.
 *
 * @param meanwhile what others do while the check waits
 */
export function advancingClock(meanwhile: (ms: number) => unknown = () => {}): Clock {
  let waited = 0;
  return {
    now: () => Date.now() + waited,
    async sleep(ms, signal) {
      // The limit of the whole check.
      if (ms >= 60_000) return fastClock.sleep(ms, signal);
      await meanwhile(ms);
      waited += ms;
    },
  };
}
