/** Time as a check sees it; tests bring their own. */
export type CheckClock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends after `ms` milliseconds, or at once when the signal fires. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The machine's own time. */
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
