import type {
  ClockChange,
  ClockRequest,
  ClockView,
  CoverageView,
  EnvironmentView,
  GapSettings,
  Handles,
  OpenedEnvironmentView,
  ProfileChange,
  ProfileName,
  ProfileView,
  ScenarioChoice,
} from '../control-api.ts';
import { type Call, type Caller, type CallOptions, ControlApiError, inEnvironment } from './caller.ts';
import { FaultsClient } from './faults-client.ts';
import { GatesClient } from './gates-client.ts';
import { JournalClient } from './journal-client.ts';
import { KeysClient } from './keys-client.ts';
import { OrdersClient } from './orders-client.ts';

/** A client of one environment. Every method sends one request and throws a `ControlApiError` if it is refused. */
export class EnvironmentClient {
  readonly name: string;
  readonly orders: OrdersClient;
  readonly faults: FaultsClient;
  /** Holds: they stop cancels at their commit. */
  readonly gates: GatesClient;
  readonly keys: KeysClient;
  /** The requests of clients, and the responses. */
  readonly journal: JournalClient;
  readonly #call: Caller;

  constructor(caller: Caller, name: string) {
    const call = inEnvironment(caller, name);
    this.name = name;
    this.#call = call;
    this.orders = new OrdersClient(call);
    this.faults = new FaultsClient(call);
    this.gates = new GatesClient(call);
    this.keys = new KeysClient(call);
    this.journal = new JournalClient(call);
  }

  /** Returns the current environment. */
  async show(options?: CallOptions): Promise<EnvironmentView> {
    return this.#call.located(await this.#call.json('GET /environments/{environment}', {}, options));
  }

  /** Loads a scenario, by name or inline. */
  load(scenario: ScenarioChoice, options?: CallOptions): Promise<EnvironmentView> {
    return this.putScenario({ json: { scenario } }, options);
  }

  /** Loads a scenario from the text of a YAML file. */
  loadYaml(yaml: string, options?: CallOptions): Promise<EnvironmentView> {
    return this.putScenario({ yaml }, options);
  }

  protected async putScenario(call: Call, options?: CallOptions): Promise<EnvironmentView> {
    return this.#call.located(
      await this.#call.json('PUT /environments/{environment}/scenario', call, options),
    );
  }

  /** Resets the environment to its scenario. */
  async reset(options?: CallOptions): Promise<EnvironmentView> {
    return this.#call.located(await this.#call.json('POST /environments/{environment}/reset', {}, options));
  }

  /** Returns the current state as the text of a scenario file. */
  snapshot(form: 'yaml' | 'json' = 'yaml', options?: CallOptions): Promise<string> {
    return this.#call.text('GET /environments/{environment}/snapshot', { query: { form } }, options);
  }

  /** Deletes the environment. */
  async delete(options?: CallOptions): Promise<void> {
    await this.#call.json('DELETE /environments/{environment}', {}, options);
  }

  /** Returns the gap choices. */
  profile(options?: CallOptions): Promise<ProfileView> {
    return this.#call.json('GET /environments/{environment}/profile', {}, options);
  }

  /** Changes the gap choices. Omitted fields stay unchanged; `gaps` replaces all choices that override the profile. */
  setProfile(
    profile: { readonly profile?: ProfileName; readonly gaps?: GapSettings },
    options?: CallOptions,
  ): Promise<ProfileChange> {
    return this.#call.json('PUT /environments/{environment}/profile', { json: profile }, options);
  }

  /** Returns what the tests met in the environment, and what they did not meet. */
  coverage(options?: CallOptions): Promise<CoverageView> {
    return this.#call.json('GET /environments/{environment}/coverage', {}, options);
  }

  /** Returns the time of the environment. */
  clock(options?: CallOptions): Promise<ClockView> {
    return this.#call.json('GET /environments/{environment}/clock', {}, options);
  }

  /** Freezes, sets or advances the clock. Returns what became due. */
  changeClock(change: ClockRequest, options?: CallOptions): Promise<ClockChange> {
    return this.#call.json('PATCH /environments/{environment}/clock', { json: change }, options);
  }
}

/**
 * An environment created by `createEnvironment`. Disposing of it deletes it.
 *
 * @example
 * await using environment = await control.createEnvironment({ scenario: 'pending' });
 */
export class OpenEnvironment extends EnvironmentClient implements AsyncDisposable {
  /**
   * The base address of the service in this environment. Ends in `/v1`. Reading it throws if it is unknown: ports are mapped,
   * and neither `serviceUrl` of the client nor SIM_PUBLIC_URL is set.
   */
  declare readonly baseUrl: string;
  /** The first of `apiKeys`. */
  readonly apiKey: string;
  readonly apiKeys: readonly string[];
  /** The order ids of the scenario by name. `load` replaces them. */
  handles: Handles;

  constructor(caller: Caller, view: OpenedEnvironmentView) {
    super(caller, view.name);
    Object.defineProperty(this, 'baseUrl', baseUrlOf(view));
    this.apiKeys = view.apiKeys;
    this.apiKey = view.apiKeys[0] ?? '';
    this.handles = view.handles;
  }

  /** Returns the order id of a handle. Throws a RangeError that lists the known handles if there is no such handle. */
  handle(name: string): bigint {
    const id = this.handles[name];
    if (id === undefined)
      throw new RangeError(`no handle "${name}" in ${this.name}: ${Object.keys(this.handles).join(', ')}`);
    return id;
  }

  protected override async putScenario(call: Call, options?: CallOptions): Promise<EnvironmentView> {
    const view = await super.putScenario(call, options);
    this.handles = view.handles ?? {};
    return view;
  }

  /** Deletes the environment if it still exists. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.delete();
    } catch (error) {
      if (error instanceof ControlApiError && error.code === 'environment_not_found') return;
      throw error;
    }
  }
}

/** An own property, so that it is also in a copy of the environment. */
function baseUrlOf({ name, baseUrl, baseUrlHint = '' }: OpenedEnvironmentView): PropertyDescriptor {
  if (baseUrl !== undefined) return { value: baseUrl, enumerable: true };
  const get = () => {
    throw new Error(
      `The base address of ${name} is unknown; set serviceUrl of the ControlClient: ${baseUrlHint}`,
    );
  };
  return { get };
}
