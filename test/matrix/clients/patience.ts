import { type Clock, machineClock } from '../../../src/clock.ts';
import { slowMs } from '../../../src/matrix/plan/fault-points.ts';

/** A time limit that is disposed of with its request. */
export type Patience = Disposable & { readonly signal: AbortSignal };

const stepMs = 50;

/**
 * Starts a time limit that counts only the turns of this process in which a simulator delays a response: however slow the
 * machine is, no other response is late.
 *
 * @param isDelayed whether it delays one now
 */
export function startPatience(ms: number | undefined, isDelayed: () => boolean = () => true): Patience {
  const end = new AbortController();
  let left = ms ?? Number.POSITIVE_INFINITY;
  const step = setInterval(() => {
    if (isDelayed()) left -= stepMs;
    if (left <= 0) end.abort(new Error(`no response for ${ms} ms`));
  }, stepMs).unref();
  return { signal: end.signal, [Symbol.dispose]: () => clearInterval(step) };
}

/** Creates a clock for a simulator that knows whether the fault point `slow` delays a response. */
export function createDelayClock(): Clock & { readonly isDelayed: () => boolean } {
  let delays = 0;
  return {
    ...machineClock,
    sleep: async (ms, signal) => {
      const delay = ms === slowMs ? 1 : 0;
      delays += delay;
      await machineClock.sleep(ms, signal);
      delays -= delay;
    },
    isDelayed: () => delays > 0,
  };
}
