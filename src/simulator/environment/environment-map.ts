import type { Clock } from '../../clock.ts';
import type { Environment } from './environment.ts';

type Held = { readonly environment: Environment; readonly ended: AbortController };

/** The environments that a process has, by name, each until its end. */
export class EnvironmentMap {
  readonly #machine: Clock;
  readonly #held = new Map<string, Held>();

  /** @param stopping aborts every wait for an end */
  constructor(machine: Clock, stopping: AbortSignal) {
    this.#machine = machine;
    stopping.addEventListener('abort', () => {
      for (const { ended } of this.#held.values()) ended.abort();
    });
  }

  get(name: string): Environment | undefined {
    return this.#held.get(name)?.environment;
  }

  /** Returns every environment, oldest first. */
  all(): readonly Environment[] {
    return [...this.#held.values()].map(({ environment }) => environment);
  }

  /**
   * Adds an environment, or replaces the one with the same name, and ends the waits of that one.
   *
   * @param atEnd called at the end of its time, if it is still here
   */
  add(environment: Environment, atEnd: () => void = () => {}): void {
    const { name, settings } = environment;
    const { endsAt } = settings;
    this.#end(name);
    const held = { environment, ended: new AbortController() };
    this.#held.set(name, held);
    if (endsAt === undefined) return;
    const { signal } = held.ended;
    void this.#machine.sleep(Math.max(0, endsAt - this.#machine.now()), signal).then(() => {
      if (signal.aborted) return;
      this.remove(environment);
      atEnd();
    });
  }

  /** Ends the waits of an environment and removes it. Returns false if it is not here. */
  remove(environment: Environment | undefined): boolean {
    if (environment === undefined || this.get(environment.name) !== environment) return false;
    this.#end(environment.name);
    return this.#held.delete(environment.name);
  }

  #end(name: string): void {
    const held = this.#held.get(name);
    held?.ended.abort();
    held?.environment.end();
  }
}
