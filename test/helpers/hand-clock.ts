import type { Clock } from '../../src/simulator/environment/clock.ts';

type Sleeper = { readonly until: number; readonly wake: () => void };

/** A clock that moves when a test says so. */
export type HandClock = Clock & {
  /** Moves on and wakes whoever waited for that time. */
  advance(ms: number): void;
  /** How many sleep. */
  readonly sleepers: number;
  /** Resolves once so many sleep. */
  untilAsleep(count: number): Promise<void>;
};

export function createHandClock(start = Date.parse('2026-01-20T10:00:00Z')): HandClock {
  let now = start;
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<{ readonly count: number; readonly tell: () => void }>();
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
        for (const watcher of watchers) if (sleepers.size >= watcher.count) watcher.tell();
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
        const watcher = { count, tell: () => resolve(void watchers.delete(watcher)) };
        watchers.add(watcher);
      }),
  };
}
