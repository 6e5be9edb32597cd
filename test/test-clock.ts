import type { Clock } from '../src/simulation/clock.ts';

/** A machine's clock that a test moves: a wait ends when the time it waits for has come, or at its signal. */
export type TestClock = Clock & {
  /** Moves on and ends what has become due, in the order of the times. */
  advance(ms: number): Promise<void>;
  /** The lengths of all waits so far. */
  readonly asked: readonly number[];
  /** How many wait. */
  readonly waiting: number;
};

/** Starts at a time, in milliseconds since 1970. */
export function createTestClock(start = 1_000_000): TestClock {
  let now = start;
  const asked: number[] = [];
  const waits = new Map<() => void, number>();
  return {
    now: () => now,
    sleep: (ms, signal) => {
      asked.push(ms);
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = (): void => {
          waits.delete(done);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        waits.set(done, now + ms);
        signal?.addEventListener('abort', done);
      });
    },
    advance: async (ms) => {
      now += ms;
      const due = [...waits].filter(([, at]) => at <= now).toSorted(([, one], [, other]) => one - other);
      for (const [done] of due) done();
      await new Promise((resolve) => setImmediate(resolve));
    },
    asked,
    get waiting() {
      return waits.size;
    },
  };
}
