import type { Clock } from '../../src/clock.ts';

type Sleeper = { readonly until: number; readonly wake: () => void };

/** A clock that a test moves. */
export type HandClock = Clock & {
  /** Moves the time and ends the waits that are due. */
  advance(ms: number): void;
  /** The number of waits. */
  readonly sleepers: number;
  /** Resolves when there are `count` waits. */
  untilAsleep(count: number): Promise<void>;
};

/** Creates a clock that starts at a time, in milliseconds since 1970. */
export function createHandClock(start = Date.parse('2026-01-20T10:00:00Z')): HandClock {
  let now = start;
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<{ readonly count: number; readonly resolve: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper = { until: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake);
        for (const watcher of watchers) if (sleepers.size >= watcher.count) watcher.resolve();
      }),
    advance: (ms) => {
      now += ms;
      for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake();
    },
    get sleepers() {
      return sleepers.size;
    },
    untilAsleep: (count) =>
      new Promise((resolve) => {
        if (sleepers.size >= count) return resolve();
        const watcher = { count, resolve: () => resolve(void watchers.delete(watcher)) };
        watchers.add(watcher);
      }),
  };
}
