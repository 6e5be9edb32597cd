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
