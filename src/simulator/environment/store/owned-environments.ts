import type { Clock } from '../../../clock.ts';
import { createEnvironment, Environment, type EnvironmentSettings, production } from '../environment.ts';
import { EnvironmentMap } from '../environment-map.ts';
import {
  type CloseOutcome,
  type EnvironmentRequest,
  type Environments,
  isPermanent,
  maxEnvironments,
  type OpenOutcome,
  settingsOf,
} from '../environments.ts';
import type { InitialState } from '../initial-state.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { EnvironmentSummary } from '../summary.ts';
import type { Claim, EnvironmentStore } from './environment-store.ts';
import { Ownership } from './ownership.ts';
import { readRecord, readSummary, recordOf } from './saved-state.ts';

type FirstEnvironment = { readonly settings: EnvironmentSettings; readonly initial: InitialState };

type OwnedEnvironmentsOptions = {
  readonly store: EnvironmentStore;
  readonly machine: Clock;
  readonly stopping: AbortSignal;
  /** The environments of the start: production, and others. */
  readonly first: readonly [FirstEnvironment, ...FirstEnvironment[]];
  /** Returns why this process has no room for another one. */
  readonly full: () => string | undefined;
};

/**
 * The environments of several processes with one store. Each has one owner: a request for an environment that this process does
 * not own claims it, so a balancer must send all requests of an environment to the same process.
 */
export class OwnedEnvironments implements Environments {
  readonly #options: OwnedEnvironmentsOptions;
  readonly #owned: EnvironmentMap;
  readonly #claims = new Map<string, Promise<Environment | undefined>>();
  /** Serves requests that are for no environment. No other process sees it. */
  readonly #nowhere: Environment;

  constructor(options: OwnedEnvironmentsOptions) {
    this.#options = options;
    const { settings, initial } = options.first[0];
    this.#nowhere = createEnvironment(settings, initial);
    this.#owned = new EnvironmentMap(options.machine, options.stopping);
  }

  /** Creates the environments of the start that the store does not have. */
  async begin(others: readonly EnvironmentRequest[]): Promise<void> {
    for (const { settings, initial } of this.#options.first) await this.#create(settings, initial, 'add');
    for (const request of others)
      await this.#create(this.#settingsOf(request), request.initial, 'add', request.ttlMs);
  }

  get production(): Environment {
    return this.get(production) ?? this.#nowhere;
  }

  get(name: string): Environment | undefined {
    return this.#owned.get(name);
  }

  find(name: string): Environment | Promise<Environment | undefined> {
    return this.get(name) ?? this.#claim(name);
  }

  all(): readonly Environment[] {
    return this.#owned.all();
  }

  async summaries(): Promise<readonly EnvironmentSummary[]> {
    const now = this.#options.machine.now();
    const rank = ({ name }: EnvironmentSummary) => (isPermanent(name) ? 0 : 1);
    const all = (await this.#options.store.summaries()).map(readSummary);
    return all
      .filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > now)
      .toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
  }

  async open(request: EnvironmentRequest): Promise<OpenOutcome> {
    const settings = this.#settingsOf(request);
    const outcome = await this.#create(settings, request.initial, 'replace', request.ttlMs);
    if (outcome.environment === undefined) return { kind: 'too-many', most: maxEnvironments };
    return { ...outcome, apiKeys: settings.apiKeys };
  }

  async close(name: string): Promise<CloseOutcome> {
    if (isPermanent(name)) return 'permanent';
    const removed = await this.#options.store.remove(name);
    this.#owned.remove(this.get(name));
    return removed ? 'closed' : 'unknown';
  }

  expiresAt(name: string): number | undefined {
    return this.#owned.expiresAt(name);
  }

  #settingsOf(request: EnvironmentRequest): EnvironmentSettings {
    const { first } = this.#options;
    const atStart = first.find(({ settings }) => settings.name === request.name);
    return settingsOf(request, first[0].settings, atStart?.settings.apiKeys);
  }

  async #create(
    settings: EnvironmentSettings,
    initial: InitialState,
    mode: 'add' | 'replace',
    ttlMs?: number,
  ) {
    const { store, machine } = this.#options;
    const { name } = settings;
    const endsAt = ttlMs === undefined || isPermanent(name) ? undefined : machine.now() + ttlMs;
    const environment = createEnvironment(settings, initial);
    const record = recordOf(environment, endsAt, true);
    const outcome = await store.create(name, record, { mode, most: maxEnvironments, endsAt });
    if (!('token' in outcome)) return { kind: outcome.kind, environment: undefined };
    this.#own(environment, { token: outcome.token, sequence: 1, endsAt });
    return { kind: outcome.kind, environment };
  }

  /**
   * One claim at a time for each name: a second one would take the environment from the first. If a claim that was sent before
   * the request arrived finds nothing, the environment may have been created since.
   */
  async #claim(name: string): Promise<Environment | undefined> {
    const found = (await this.#claims.get(name)) ?? this.get(name);
    if (found !== undefined) return found;
    const claim = this.#claims.get(name) ?? this.#claimNow(name).finally(() => this.#claims.delete(name));
    this.#claims.set(name, claim);
    return claim;
  }

  async #claimNow(name: string): Promise<Environment | undefined> {
    const { store, machine, first, full } = this.#options;
    const reason = isPermanent(name) ? undefined : full();
    if (reason !== undefined)
      throw new StoreUnavailable(`There is no room for another environment: ${reason}.`);
    const claim = await store.claim(name, machine.now());
    if (claim === undefined && !isPermanent(name)) return undefined;
    if (claim === undefined)
      throw new StoreUnavailable(
        `The store lost ${name}. Create it with PUT /environments/${name}, or restart.`,
      );
    const { settings, state } = readRecord(claim, { ...first[0].settings, name });
    return this.#own(new Environment(settings, state), claim);
  }

  #own(environment: Environment, claim: Pick<Claim, 'token' | 'sequence' | 'endsAt'>): Environment {
    const { name } = environment;
    // Those that others own now are not removed otherwise.
    if (this.all().length >= maxEnvironments) this.#owned.remove(this.all()[0]);
    const { store } = this.#options;
    const ownership = new Ownership(store, environment, claim, () => this.#owned.remove(environment));
    environment.confirm = () => ownership.confirm();
    // If the store does not respond, the next claim removes it.
    const atEnd = () => void store.remove(name, claim.token).catch(() => false);
    this.#owned.add(environment, claim.endsAt, atEnd);
    return environment;
  }
}
