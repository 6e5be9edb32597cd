import type { ClockStart } from './initial-state.ts';

/** The time, and waiting for it. The only way the simulator reads either. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits; ends at once, without an error, when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own time. */
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

/** The clock of an environment: the machine's, shifted or stopped. */
export interface EnvironmentClock {
  /** Milliseconds since 1970, as this environment sees it. */
  now(): number;
  readonly frozen: boolean;
  /** Whether it shows the machine's own time. */
  readonly untouched: boolean;
  /** Stops at the time it shows, or lets it run on from there. */
  freeze(frozen: boolean): void;
  /** Moves to a time; a running clock runs on from it. */
  set(at: number): void;
}

/** Starts an environment's clock where a scenario says. */
export function createEnvironmentClock(machine: Clock, start: ClockStart): EnvironmentClock {
  let offset = start.at === undefined ? 0 : start.at - machine.now();
  // Not by freezing what the clock shows: the machine's time may have moved on since the line above.
  let frozenAt = start.frozen === true ? (start.at ?? machine.now()) : undefined;
  const now = (): number => frozenAt ?? machine.now() + offset;
  const freeze = (frozen: boolean): void => {
    if (frozen) frozenAt = now();
    else if (frozenAt !== undefined) {
      offset = frozenAt - machine.now();
      frozenAt = undefined;
    }
  };
  return {
    now,
    get frozen() {
      return frozenAt !== undefined;
    },
    get untouched() {
      return frozenAt === undefined && offset === 0;
    },
    freeze,
    set: (at) => {
      offset = at - machine.now();
      if (frozenAt !== undefined) frozenAt = at;
    },
  };
}

/** A time as RFC 3339 text in UTC with milliseconds. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

/** Milliseconds since 1970 of an RFC 3339 text; NaN where it is none. */
export function readTime(text: string): number {
  return Date.parse(text);
}

/** A time in the form of HTTP header fields: `Tue, 30 Jun 2026 00:00:00 GMT`. RFC 9110, 5.6.7. */
export function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

/** Seconds since some moment, never set back: for measuring how long something took, and for nothing else. */
export function monotonicSeconds(): number {
  return performance.now() / 1000;
}
