import { createEnvironment, type Environment, production } from './environment.ts';
import { EnvironmentMap } from './environment-map.ts';
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
  readonly #map: EnvironmentMap;
  readonly #most: number;

  /**
   * @param first production, and others
   * @param stopping ends every wait for a time to live
   */
  constructor(
    first: readonly [Environment, ...Environment[]],
    stopping: AbortSignal = new AbortController().signal,
    most = maxEnvironments,
  ) {
    this.#first = first;
    this.#map = new EnvironmentMap(first[0].settings.machine, stopping);
    for (const environment of first) this.#map.add(environment);
    this.#most = most;
  }

  get production(): Environment {
    return this.#map.get(production) ?? this.#first[0];
  }

  get(name: string): Environment | undefined {
    return this.#map.get(name);
  }

  find(name: string): Environment | undefined {
    return this.#map.get(name);
  }

  all(): readonly Environment[] {
    return this.#map.all();
  }

  summaries(): readonly EnvironmentSummary[] {
    return this.all().map((one) => {
      const { shipping, clock, counts } = one.state;
      shipping.shipDue(clock.now(), counts.lists);
      return summarize(one, this.expiresAt(one.name));
    });
  }

  open(request: EnvironmentRequest): OpenOutcome {
    const { name, initial, ttlMs } = request;
    const isKnown = this.get(name) !== undefined;
    if (!isKnown && this.all().length >= this.#most) return { kind: 'too-many', most: this.#most };
    const [{ settings: started }] = this.#first;
    const atStart = this.#first.find((one) => one.name === name);
    const settings = settingsOf(request, started, atStart?.settings.apiKeys);
    const environment = createEnvironment(settings, initial);
    const ends = ttlMs !== undefined && !isPermanent(name);
    this.#map.add(environment, ends ? started.machine.now() + ttlMs : undefined);
    return { kind: isKnown ? 'replaced' : 'created', environment, apiKeys: settings.apiKeys };
  }

  close(name: string): CloseOutcome {
    if (isPermanent(name)) return 'permanent';
    return this.#map.remove(this.get(name)) ? 'closed' : 'unknown';
  }

  expiresAt(name: string): number | undefined {
    return this.#map.expiresAt(name);
  }
}
