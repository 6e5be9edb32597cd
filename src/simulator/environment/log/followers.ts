/** How long a process that follows an environment may be behind another one. */
export const followMs = 25;

/** Those that wait for what other processes change. While there are any, it is asked for again and again. */
export class Followers {
  readonly #signals = new Set<AbortSignal>();
  readonly #ask: () => Promise<void>;

  constructor(ask: () => Promise<void>) {
    this.#ask = ask;
  }

  /** Adds one that waits until its signal aborts. */
  add(signal: AbortSignal): void {
    if (signal.aborted) return;
    signal.addEventListener('abort', () => this.#signals.delete(signal), { once: true });
    this.#signals.add(signal);
    if (this.#signals.size === 1) void this.#askAll();
  }

  async #askAll(): Promise<void> {
    while (this.#signals.size > 0) await this.#ask();
  }
}
