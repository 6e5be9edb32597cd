/** Waits on the clock of the machine. Resolves early when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Watches that the calls of one connection get their replies in time. One wait serves all of them, because a wait for each
 * would cost more than the call.
 */
export class ReplyWatch {
  readonly #timeoutMs: number;
  readonly #pause: Pause;
  readonly #life: AbortSignal;
  readonly #onLate: () => void;
  readonly #begun = new Set<{ readonly at: number }>();
  #watching = false;
  #isLate = false;

  constructor(timeoutMs: number, pause: Pause, life: AbortSignal, onLate: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#pause = pause;
    this.#life = life;
    this.#onLate = onLate;
  }

  /** Whether a call was late. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Resolves as the call does. `onLate`, which ends every call of the connection, is called once if it is late. */
  async watch<T>(call: Promise<T>): Promise<T> {
    const one = { at: performance.now() };
    this.#begun.add(one);
    if (!this.#watching) void this.#watchAll();
    try {
      return await call;
    } finally {
      this.#begun.delete(one);
    }
  }

  async #watchAll(): Promise<void> {
    this.#watching = true;
    while (!this.#life.aborted) {
      const [oldest] = this.#begun;
      if (oldest === undefined) break;
      const left = oldest.at + this.#timeoutMs - performance.now();
      if (left <= 0) {
        this.#isLate = true;
        this.#onLate();
        break;
      }
      // Timers may end up to a millisecond early.
      await this.#pause(Math.ceil(left), this.#life);
    }
    this.#watching = false;
  }
}
