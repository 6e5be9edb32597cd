import type { Clock } from '../../../clock.ts';
import { createEnvironment, Environment, type EnvironmentSettings, production } from '../environment.ts';
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
import { digestOf, readRecord, readSummary, recordOf } from './saved-state.ts';

type FirstEnvironment = {
  readonly settings: EnvironmentSettings;
  readonly initial: InitialState;
  readonly ttlMs?: number | undefined;
};

type OwnedEnvironmentsOptions = {
  readonly store: EnvironmentStore;
  readonly machine: Clock;
  readonly stopping: AbortSignal;
  /** The environments of the start. They are created if the store does not have them. */
  readonly first: readonly [FirstEnvironment, ...FirstEnvironment[]];
  /** Returns why this process has no room for another one. */
  readonly full: () => string | undefined;
};

/** An environment that this process owns. */
type Owned = {
  readonly environment: Environment;
  readonly ownership: Ownership;
  readonly endsAt: number | undefined;
  readonly ended: AbortController;
};

/**
 * The environments of several processes with one store. Each has one owner: a request for an environment that this process does
 * not own claims it, so a balancer must send all requests of an environment to the same process.
 */
export class OwnedEnvironments implements Environments {
  readonly #options: OwnedEnvironmentsOptions;
  readonly #owned = new Map<string, Owned>();
  readonly #claims = new Map<string, Promise<Owned | undefined>>();
  /** Serves requests that are for no environment. No other process sees it. */
  readonly #nowhere: Environment;

  constructor(options: OwnedEnvironmentsOptions) {
    this.#options = options;
    const { settings, initial } = options.first[0];
    this.#nowhere = createEnvironment(settings, initial);
    options.stopping.addEventListener('abort', () => {
      for (const { ended } of this.#owned.values()) ended.abort();
    });
  }

  /** Creates the environments of the start that the store does not have, and reports those that it has otherwise. */
  async begin(others: readonly EnvironmentRequest[]): Promise<void> {
    const { first, store } = this.#options;
    const more = others.map((request) => ({
      ...request,
      settings: this.#settingsOf(request),
    }));
    for (const { settings, initial, ttlMs } of [...first, ...more]) {
      const outcome = await this.#create(settings, initial, 'add', ttlMs);
      if (outcome.kind === 'too-many') throw new StoreUnavailable('The store has too many environments.');
      if (outcome.kind === 'exists' && outcome.digest !== digestOf(settings, initial))
        store.client.onEvent({ kind: 'kept', environment: settings.name });
    }
  }

  get production(): Environment {
    return this.get(production) ?? this.#nowhere;
  }

  get(name: string): Environment | undefined {
    return this.#owned.get(name)?.environment;
  }

  find(name: string): Environment | Promise<Environment | undefined> {
    return this.get(name) ?? this.#claim(name).then((owned) => owned?.environment);
  }

  all(): readonly Environment[] {
    return [...this.#owned.values()].map(({ environment }) => environment);
  }

  async summaries(): Promise<readonly EnvironmentSummary[]> {
    const now = this.#options.machine.now();
    const all = (await this.#options.store.summaries()).map(readSummary);
    return all
      .filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > now)
      .toSorted((one, other) => rankOf(one).localeCompare(rankOf(other)));
  }

  async open(request: EnvironmentRequest): Promise<OpenOutcome> {
    const { initial, ttlMs } = request;
    const settings = this.#settingsOf(request);
    const outcome = await this.#create(settings, initial, 'replace', ttlMs);
    if (outcome.kind === 'too-many' || outcome.kind === 'exists')
      return { kind: 'too-many', most: maxEnvironments };
    const { environment } = outcome.owned;
    return { kind: outcome.kind, environment, apiKeys: settings.apiKeys };
  }

  async close(name: string): Promise<CloseOutcome> {
    if (isPermanent(name)) return 'permanent';
    const removed = await this.#options.store.remove(name);
    this.#forget(this.#owned.get(name));
    return removed ? 'closed' : 'unknown';
  }

  expiresAt(name: string): number | undefined {
    return this.#owned.get(name)?.endsAt;
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
    ttlMs: number | undefined,
  ) {
    const { store, machine } = this.#options;
    const { name } = settings;
    const endsAt = ttlMs === undefined || isPermanent(name) ? undefined : machine.now() + ttlMs;
    const environment = createEnvironment(settings, initial);
    const record = recordOf(environment, endsAt, true);
    const how = { mode, most: maxEnvironments, endsAt, digest: digestOf(settings, initial) };
    const outcome = await store.create(name, record, how);
    if (outcome.kind === 'exists' || outcome.kind === 'too-many') return outcome;
    const owned = this.#own(environment, { token: outcome.token, sequence: 1, endsAt });
    return { kind: outcome.kind, owned };
  }

  /**
   * One claim at a time for each name: a second one would take the environment from the first. If a claim that was sent before
   * the request arrived finds nothing, the environment may have been created since.
   */
  async #claim(name: string): Promise<Owned | undefined> {
    const found = (await this.#claims.get(name)) ?? this.#owned.get(name);
    if (found !== undefined) return found;
    const claim = this.#claims.get(name) ?? this.#claimNow(name).finally(() => this.#claims.delete(name));
    this.#claims.set(name, claim);
    return claim;
  }

  async #claimNow(name: string): Promise<Owned | undefined> {
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

  #own(environment: Environment, claim: Pick<Claim, 'token' | 'sequence' | 'endsAt'>): Owned {
    const { name } = environment;
    this.#forget(this.#owned.get(name));
    // Those that others own now are not removed otherwise.
    if (this.#owned.size >= maxEnvironments) this.#forget(this.#owned.values().next().value);
    const ownership = new Ownership(this.#options.store, environment, claim, () => this.#forget(owned));
    const owned = { environment, ownership, endsAt: claim.endsAt, ended: new AbortController() };
    environment.confirm = () => ownership.confirm();
    this.#owned.set(name, owned);
    if (claim.endsAt !== undefined) void this.#endLater(owned, claim.endsAt);
    return owned;
  }

  async #endLater(owned: Owned, endsAt: number): Promise<void> {
    const { machine, store } = this.#options;
    await machine.sleep(Math.max(0, endsAt - machine.now()), owned.ended.signal);
    if (owned.ended.signal.aborted) return;
    // If the store does not respond, the next claim removes it.
    await store.remove(owned.environment.name, owned.ownership.token).catch(() => false);
    this.#forget(owned);
  }

  #forget(owned: Owned | undefined): void {
    if (owned === undefined) return;
    const { name } = owned.environment;
    if (this.#owned.get(name) === owned) this.#owned.delete(name);
    owned.ended.abort();
    owned.environment.end();
  }
}

/** Production and staging are before the others. */
function rankOf({ name }: EnvironmentSummary): string {
  return `${isPermanent(name) ? 0 : 1}${name}`;
}
