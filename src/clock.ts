/** The time and waits. The simulator has no other source of either. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits. Resolves early, without an error, when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const machineClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
    }),
};

/** The clock of an environment: that of the machine, shifted or stopped. */
export interface EnvironmentClock {
  /** Milliseconds since 1970 in this environment. */
  now(): number;
  readonly frozen: boolean;
  /** Whether it shows the time of the machine. */
  readonly untouched: boolean;
  /** Stops the clock at its time, or continues from there. */
  freeze(frozen: boolean): void;
  /** Sets the time; a running clock continues from it. */
  set(at: number): void;
  /** How it differs from the machine's clock: another value after each change. Setting an earlier one restores it. */
  saved: SavedClock;
}

/** Milliseconds: how far it is ahead of the machine's clock, and the time at which it is stopped. */
export type SavedClock = { readonly offset: number; readonly frozenAt: number | undefined };

/** Where the clock of an environment starts. Default: the time of the machine, running. */
export type ClockStart = {
  /** Milliseconds since 1970. */
  readonly at?: number;
  readonly frozen?: boolean;
};

export function createEnvironmentClock(machine: Clock, start: ClockStart): EnvironmentClock {
  let saved: SavedClock = {
    offset: start.at === undefined ? 0 : start.at - machine.now(),
    frozenAt: start.frozen === true ? (start.at ?? machine.now()) : undefined,
  };
  const now = (): number => saved.frozenAt ?? machine.now() + saved.offset;
  return {
    now,
    get frozen() {
      return saved.frozenAt !== undefined;
    },
    get untouched() {
      return saved.frozenAt === undefined && saved.offset === 0;
    },
    freeze: (frozen) => {
      const { offset, frozenAt } = saved;
      if (frozen) saved = { offset, frozenAt: now() };
      else if (frozenAt !== undefined) saved = { offset: frozenAt - machine.now(), frozenAt: undefined };
    },
    set: (at) => {
      const frozenAt = saved.frozenAt === undefined ? undefined : at;
      saved = { offset: at - machine.now(), frozenAt };
    },
    get saved() {
      return saved;
    },
    set saved(next) {
      saved = next;
    },
  };
}

/** Formats a time as RFC 3339 text in UTC with milliseconds. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

/** Reads RFC 3339 text. Returns milliseconds since 1970, or NaN for other text. */
export function readTime(text: string): number {
  return Date.parse(text);
}

/** Formats a time for HTTP headers: `Tue, 30 Jun 2026 00:00:00 GMT`. RFC 9110, 5.6.7. */
export function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

/** Returns seconds on a monotonic clock, for measuring durations. */
export function monotonicSeconds(): number {
  return performance.now() / 1000;
}
