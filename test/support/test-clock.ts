import type { Clock } from '../../src/clock.ts';

/** A machine's clock that a test moves. A wait ends at its time or at its signal. */
export type TestClock = Clock & {
  /** Moves the time and ends the waits that are due, in the order of their times. */
  advance(ms: number): Promise<void>;
  /** The number of waits. */
  readonly waiting: number;
  /** Resolves when there are `count` waits. */
  untilWaiting(count: number): Promise<void>;
};

/** Creates a clock that starts at a time, in milliseconds since 1970. */
export function createTestClock(start = 1_000_000): TestClock {
  let now = start;
  const watchers = new Set<() => void>();
  const waits = new Map<() => void, number>();
  return {
    now: () => now,
    sleep: (ms, signal) => {
      if (ms <= 0) return new Promise((resolve) => setImmediate(resolve));
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = (): void => {
          waits.delete(done);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        waits.set(done, now + ms);
        signal?.addEventListener('abort', done);
        for (const look of watchers) look();
      });
    },
    advance: async (ms) => {
      now += ms;
      const due = [...waits].filter(([, at]) => at <= now).toSorted(([, one], [, other]) => one - other);
      for (const [done] of due) done();
      await new Promise((resolve) => setImmediate(resolve));
    },
    get waiting() {
      return waits.size;
    },
    untilWaiting: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (waits.size < count) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
  };
}

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
