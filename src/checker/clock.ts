/** The time of a check. Tests supply their own. */
export type CheckClock = {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds, or when the signal is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The time of the machine. */
export const systemClock: CheckClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
    }),
};

/** A signal that is aborted when a time is over. */
export type TimeLimit = Disposable & {
  /** Is aborted by the time limit or by the signal of the user. */
  readonly signal: AbortSignal;
  /** Whether the time limit ended it. */
  isOver(): boolean;
};

/** Starts a time limit of `ms` milliseconds. Disposing of it ends the timer. */
export function startTimeLimit(ms: number, clock: CheckClock, user?: AbortSignal): TimeLimit {
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
