import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';

/**
 * Runs something with a time limit that is kept by timers of this process, and has the limit end when the test says so:
 * never before, however busy the machine is.
 *
 * @param until resolves when a half of the limit may be over
 */
export async function expire<Result>(
  limitMs: number,
  until: () => Promise<unknown>,
  run: () => Promise<Result>,
): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const result = run();
    for (let half = 0; half < 2; half += 1) {
      await until();
      // What was sent until now is read in one of the next turns.
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      vi.advanceTimersByTime(limitMs / 2);
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}
