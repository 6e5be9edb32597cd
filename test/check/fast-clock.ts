import type { Clock } from '../../src/clock.ts';

/**
 * Creates a clock on which waits end at once and take their time: everything after them is so much later. Nothing else
 * takes any time, and the limit of the whole check is never reached.
 *
 * @param meanwhile what others do while the check waits
 */
export function advancingClock(meanwhile: (ms: number) => unknown = () => {}): Clock {
  let now = Date.parse('2026-01-20T10:00:00Z');
  return {
    now: () => now,
    async sleep(ms) {
      // The limit of the whole check.
      if (ms >= 60_000) return new Promise(() => {});
      await meanwhile(ms);
      now += ms;
    },
  };
}

/** Such a clock for checks of servers in this process. */
export const fastClock: Clock = advancingClock();
