import { setTimeout as sleep } from 'node:timers/promises';

/** The time and waits. The simulator has no other source of either. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits. Resolves early, without an error, when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const machineClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

/** Milliseconds: how far a clock is ahead of the machine's clock, and the time at which it is stopped. */
export type SavedClock = { readonly offset: number; readonly frozenAt: number | undefined };

/** Where the clock of an environment starts. Default: the time of the machine, running. */
export type ClockStart = {
  /** Milliseconds since 1970. */
  readonly at?: number;
  readonly frozen?: boolean;
};

/** The clock of an environment: that of the machine, shifted or stopped. */
export class EnvironmentClock {
  readonly #machine: Clock;
  /** How it differs from the machine's clock: another value after each change. Setting an earlier one restores it. */
  saved: SavedClock;

  constructor(machine: Clock, { at, frozen }: ClockStart) {
    this.#machine = machine;
    this.saved = {
      offset: at === undefined ? 0 : at - machine.now(),
      frozenAt: frozen === true ? (at ?? machine.now()) : undefined,
    };
  }

  /** Milliseconds since 1970 in this environment. */
  readonly now = (): number => this.saved.frozenAt ?? this.#machine.now() + this.saved.offset;

  get frozen(): boolean {
    return this.saved.frozenAt !== undefined;
  }

  /** Whether it shows the time of the machine. */
  get untouched(): boolean {
    return !this.frozen && this.saved.offset === 0;
  }

  /** Stops the clock at its time, or continues from there. */
  freeze(frozen: boolean): void {
    if (frozen) this.saved = { ...this.saved, frozenAt: this.now() };
    else if (this.frozen) this.saved = { offset: this.now() - this.#machine.now(), frozenAt: undefined };
  }

  /** Sets the time; a running clock continues from it. */
  set(at: number): void {
    this.saved = { offset: at - this.#machine.now(), frozenAt: this.frozen ? at : undefined };
  }
}

/** Formats a time as RFC 3339 text in UTC with milliseconds. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

/** Reads a date, or RFC 3339 text. Returns milliseconds since 1970, or NaN for other text. */
export function readTime(text: string): number {
  return Date.parse(text);
}

/** Formats a time for HTTP headers: `Tue, 30 Jun 2026 00:00:00 GMT`. RFC 9110, 5.6.7. */
export function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}
