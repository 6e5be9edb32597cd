import { createEnvironment, type Environment, production } from './environment.ts';
import {
  type CloseOutcome,
  type EnvironmentRequest,
  type Environments,
  isPermanent,
  maxEnvironments,
  type OpenOutcome,
  settingsOf,
} from './environments.ts';
import { type EnvironmentSummary, summarize } from './summary.ts';

/** Environments that only this process has: it waits for nothing. */
export class LocalEnvironments implements Environments {
  readonly #first: readonly [Environment, ...Environment[]];
  readonly #keysAtStart: ReadonlyMap<string, readonly string[]>;
  readonly #byName: Map<string, Environment>;
  readonly #lives = new Map<string, { readonly expiresAt: number; readonly ended: AbortController }>();
  readonly #most: number;

  /**
   * @param first production, and others
   * @param stopping ends every wait for a time to live
   */
  constructor(
    first: readonly [Environment, ...Environment[]],
    stopping?: AbortSignal,
    most = maxEnvironments,
  ) {
    this.#first = first;
    this.#keysAtStart = new Map(first.map(({ name, settings }) => [name, settings.apiKeys]));
    this.#byName = new Map(first.map((environment) => [environment.name, environment]));
    this.#most = most;
    stopping?.addEventListener('abort', () => {
      for (const { ended } of this.#lives.values()) ended.abort();
    });
  }

  get production(): Environment {
    return this.#byName.get(production) ?? this.#first[0];
  }

  get(name: string): Environment | undefined {
    return this.#byName.get(name);
  }

  find(name: string): Environment | undefined {
    return this.#byName.get(name);
  }

  get count(): number {
    return this.#byName.size;
  }

  all(): readonly Environment[] {
    return [...this.#byName.values()];
  }

  summaries(): readonly EnvironmentSummary[] {
    return this.all().map((one) => {
      const { shipping, clock, counts } = one.state;
      shipping.shipDue(clock.now(), counts.lists);
      return summarize(one, this.expiresAt(one.name));
    });
  }

  /** Adds an environment, or replaces the one with the same name and ends its waits. */
  add(environment: Environment): void {
    const { name } = environment;
    this.#endLife(name);
    this.#byName.get(name)?.end();
    this.#byName.set(name, environment);
  }

  open(request: EnvironmentRequest): OpenOutcome {
    const { name, initial, ttlMs } = request;
    const known = this.#byName.has(name);
    if (!known && this.count >= this.#most) return { kind: 'too-many', most: this.#most };
    const settings = settingsOf(request, this.#first[0].settings, this.#keysAtStart.get(name));
    const environment = createEnvironment(settings, initial);
    this.add(environment);
    if (ttlMs !== undefined && !isPermanent(name)) void this.#beginLife(name, ttlMs);
    return { kind: known ? 'replaced' : 'created', environment, apiKeys: settings.apiKeys };
  }

  close(name: string): CloseOutcome {
    if (isPermanent(name)) return 'permanent';
    this.#endLife(name);
    this.#byName.get(name)?.end();
    return this.#byName.delete(name) ? 'closed' : 'unknown';
  }

  expiresAt(name: string): number | undefined {
    return this.#lives.get(name)?.expiresAt;
  }

  async #beginLife(name: string, ttlMs: number): Promise<void> {
    const { machine } = this.#first[0].settings;
    const ended = new AbortController();
    this.#lives.set(name, { expiresAt: machine.now() + ttlMs, ended });
    await machine.sleep(ttlMs, ended.signal);
    if (!ended.signal.aborted) this.close(name);
  }

  #endLife(name: string): void {
    this.#lives.get(name)?.ended.abort();
    this.#lives.delete(name);
  }
}
