import { createEnvironment, Environment, type EnvironmentSettings, production } from '../environment.ts';
import { EnvironmentMap } from '../environment-map.ts';
import {
  type CloseOutcome,
  type EnvironmentRequest,
  type Environments,
  endOf,
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

type OwnedEnvironmentsOptions = {
  readonly store: EnvironmentStore;
  readonly stopping: AbortSignal;
  /** The settings of production and of others at the start. */
  readonly first: readonly [EnvironmentSettings, ...EnvironmentSettings[]];
  /** The state of the environment that serves requests for no environment. No other process sees it. */
  readonly nowhere: InitialState;
  /** Returns why this process has no room for another one. */
  readonly full: () => string | undefined;
};

/**
 * The environments of several processes with one store. Each has one owner: a request for an environment that this process does
 * not own claims it, so a balancer must send all requests of an environment to the same process.
 */
export class OwnedEnvironments implements Environments {
  readonly here: EnvironmentMap;
  readonly #options: OwnedEnvironmentsOptions;
  readonly #claims = new Map<string, Promise<Environment | undefined>>();
  readonly #nowhere: Environment;

  constructor(options: OwnedEnvironmentsOptions) {
    const { first, nowhere, stopping } = options;
    this.#options = options;
    this.#nowhere = createEnvironment(first[0], nowhere);
    this.here = new EnvironmentMap(first[0].machine, stopping);
  }

  /** Creates the environments of the start that the store does not have. */
  async begin(requests: readonly EnvironmentRequest[]): Promise<void> {
    for (const request of requests) await this.#create('add', request);
  }

  get production(): Environment {
    return this.here.get(production) ?? this.#nowhere;
  }

  find(name: string): Environment | Promise<Environment | undefined> {
    return this.here.get(name) ?? this.#claim(name);
  }

  async summaries(): Promise<readonly EnvironmentSummary[]> {
    const { store, first } = this.#options;
    const now = first[0].machine.now();
    const rank = ({ name }: EnvironmentSummary) => (isPermanent(name) ? 0 : 1);
    return (await store.summaries())
      .map(readSummary)
      .filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > now)
      .toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
  }

  async open(request: EnvironmentRequest): Promise<OpenOutcome> {
    const { kind, environment } = await this.#create('replace', request);
    if (kind === 'too-many') return { kind, most: maxEnvironments };
    return { kind: kind === 'created' ? kind : 'replaced', environment };
  }

  async close(name: string): Promise<CloseOutcome> {
    if (isPermanent(name)) return 'permanent';
    const removed = await this.#options.store.remove(name);
    this.here.remove(this.here.get(name));
    return removed ? 'closed' : 'unknown';
  }

  async #create(mode: 'add' | 'replace', request: EnvironmentRequest) {
    const { store, first } = this.#options;
    const environment = createEnvironment(settingsOf(request, first), request.initial);
    const endsAt = endOf(request, first[0].machine);
    const record = recordOf(environment, endsAt, true);
    const how = { mode, most: maxEnvironments, endsAt };
    const { kind, token } = await store.create(request.name, record, how);
    if (kind === 'created' || kind === 'replaced') this.#own(environment, { token, sequence: 1, endsAt });
    return { kind, environment };
  }

  /**
   * One claim at a time for each name: a second one would take the environment from the first. If a claim that was sent before
   * the request arrived finds nothing, the environment may have been created since.
   */
  async #claim(name: string): Promise<Environment | undefined> {
    const found = (await this.#claims.get(name)) ?? this.here.get(name);
    if (found !== undefined) return found;
    const claim = this.#claims.get(name) ?? this.#claimNow(name).finally(() => this.#claims.delete(name));
    this.#claims.set(name, claim);
    return claim;
  }

  async #claimNow(name: string): Promise<Environment | undefined> {
    const { store, first, full } = this.#options;
    const reason = isPermanent(name) ? undefined : full();
    if (reason !== undefined)
      throw new StoreUnavailable(`There is no room for another environment: ${reason}.`);
    const claim = await store.claim(name, first[0].machine.now());
    if (claim !== undefined) {
      const { settings, state } = readRecord(claim, { ...first[0], name });
      return this.#own(new Environment(settings, state), claim);
    }
    if (!isPermanent(name)) return undefined;
    throw new StoreUnavailable(
      `The store lost ${name}. Create it with PUT /environments/${name}, or restart.`,
    );
  }

  #own(environment: Environment, claim: Pick<Claim, 'token' | 'sequence' | 'endsAt'>): Environment {
    const { here } = this;
    const { store } = this.#options;
    // Those that others own now are not removed otherwise.
    if (here.all().length >= maxEnvironments) here.remove(here.all()[0]);
    const ownership = new Ownership(store, environment, claim, () => here.remove(environment));
    environment.confirm = () => ownership.confirm();
    // If the store does not respond, the next claim removes it.
    const atEnd = () => void store.remove(environment.name, claim.token).catch(() => false);
    here.add(environment, claim.endsAt, atEnd);
    return environment;
  }
}
