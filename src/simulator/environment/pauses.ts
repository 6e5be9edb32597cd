import type { Clock } from '../../clock.ts';

/** The waits of one state of an environment, on the machine's clock; all end with it. */
export class Pauses {
  readonly #machine: Clock;
  readonly #life = new AbortController();
  /** Aborts when the state ends. */
  readonly ended: AbortSignal = this.#life.signal;

  constructor(machine: Clock) {
    this.#machine = machine;
  }

  /** Resolves early, without an error, when `signal` aborts or the state ends. */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#machine.sleep(ms, signal === undefined ? this.ended : AbortSignal.any([this.ended, signal]));
  }

  /** Ends every wait, later ones included: the state was replaced, or the simulator stops. */
  end(): void {
    this.#life.abort();
  }
}

/** Wakes up what waits for something to become so. */
export class Watch<T = void> {
  readonly #pauses: Pauses;
  readonly #looks = new Set<(value: T) => void>();

  constructor(pauses: Pauses) {
    this.#pauses = pauses;
  }

  notify(value: T): void {
    if (this.#looks.size > 0) for (const look of [...this.#looks]) look(value);
  }

  /** Pauses until a test holds, which is called now and with each notification. */
  async until(test: (value?: T) => boolean, ms: number, signal?: AbortSignal): Promise<void> {
    const holds = new AbortController();
    const look = (value?: T): void => {
      if (!test(value)) return;
      this.#looks.delete(look);
      holds.abort();
    };
    this.#looks.add(look);
    look();
    await this.#pauses.pause(
      ms,
      signal === undefined ? holds.signal : AbortSignal.any([holds.signal, signal]),
    );
    this.#looks.delete(look);
  }
}
