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

  /** Runs a wait, whose signal aborts after a time, when `signal` aborts, or when the state ends. */
  async within(
    ms: number,
    signal: AbortSignal | undefined,
    wait: (over: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const over = new AbortController();
    const either = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]);
    const waiting = wait(either);
    void this.pause(ms, either).then(() => over.abort());
    await waiting;
    over.abort();
  }

  /** Ends every wait, later ones included: the state was replaced, or the simulator stops. */
  end(): void {
    this.#life.abort();
  }
}
