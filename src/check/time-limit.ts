import type { Clock } from '../clock.ts';

export type TimeLimit = ReturnType<typeof startTimeLimit>;

/** Starts a time limit of `ms` milliseconds. Disposing of it ends the timer. */
export function startTimeLimit(ms: number, clock: Clock, user?: AbortSignal) {
  const done = new AbortController();
  const limit = new AbortController();
  const signal = AbortSignal.any(user === undefined ? [limit.signal] : [limit.signal, user]);
  let over = false;
  void clock.sleep(ms, AbortSignal.any([done.signal, signal])).then(() => {
    over = !done.signal.aborted && !signal.aborted;
    if (over) limit.abort();
  });
  return { signal, isOver: () => over, [Symbol.dispose]: () => done.abort() };
}
