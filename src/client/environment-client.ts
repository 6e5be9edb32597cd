import type { Caller, CallOptions } from './caller.ts';
import { FaultsClient } from './faults-client.ts';
import { GatesClient } from './gates-client.ts';
import { JournalClient } from './journal-client.ts';
import { KeysClient } from './keys-client.ts';
import { OrdersClient } from './orders-client.ts';
import type * as wire from './wire-types.ts';

/** One environment of the simulator. Every method is one request; each throws a ControlApiError for a refusal. */
export class EnvironmentClient {
  readonly name: string;
  readonly orders: OrdersClient;
  readonly faults: FaultsClient;
  readonly gates: GatesClient;
  readonly keys: KeysClient;
  /** What clients did in this environment. */
  readonly journal: JournalClient;
  readonly #call: Caller;
  readonly #path: string;

  constructor(call: Caller, name: string) {
    this.name = name;
    this.#call = call;
    this.#path = `/environments/${encodeURIComponent(name)}`;
    this.orders = new OrdersClient(call, this.#path);
    this.faults = new FaultsClient(call, this.#path);
    this.gates = new GatesClient(call, this.#path);
    this.keys = new KeysClient(call, this.#path);
    this.journal = new JournalClient(call, this.#path);
  }

  /** The environment as it is now. */
  show(options?: CallOptions): Promise<wire.EnvironmentView> {
    return this.#call.json('GET', this.#path, {}, options);
  }

  /** Starts a scenario, by name or brought along. */
  load(scenario: wire.ScenarioChoice, options?: CallOptions): Promise<wire.EnvironmentView> {
    return this.#call.json('PUT', `${this.#path}/scenario`, { json: { scenario } }, options);
  }

  /** Starts a scenario given as the text of a YAML file. */
  loadYaml(yaml: string, options?: CallOptions): Promise<wire.EnvironmentView> {
    return this.#call.json('PUT', `${this.#path}/scenario`, { yaml }, options);
  }

  /** Goes back to the start of the scenario. */
  reset(options?: CallOptions): Promise<wire.EnvironmentView> {
    return this.#call.json('POST', `${this.#path}/reset`, {}, options);
  }

  /** The state now as the text of a scenario file. */
  snapshot(form: 'yaml' | 'json' = 'yaml', options?: CallOptions): Promise<string> {
    return this.#call.text('GET', `${this.#path}/snapshot`, { query: { form } }, options);
  }

  /** Deletes the environment. */
  async delete(options?: CallOptions): Promise<void> {
    await this.#call.json('DELETE', this.#path, {}, options);
  }

  /** How the gaps of the specification are answered. */
  profile(options?: CallOptions): Promise<wire.ProfileView> {
    return this.#call.json('GET', `${this.#path}/profile`, {}, options);
  }

  /** Choices gaps otherwise. What is left out stays; `gaps` replaces all single answers. */
  setProfile(
    profile: { readonly profile?: wire.ProfileName; readonly gaps?: wire.GapChoices },
    options?: CallOptions,
  ): Promise<wire.ProfileChange> {
    return this.#call.json('PUT', `${this.#path}/profile`, { json: profile }, options);
  }

  /** The time as this environment sees it. */
  clock(options?: CallOptions): Promise<wire.ClockView> {
    return this.#call.json('GET', `${this.#path}/clock`, {}, options);
  }

  /** Freezes the clock, sets it or moves it on, and answers what that brought about. */
  changeClock(change: wire.ClockRequest, options?: CallOptions): Promise<wire.ClockChange> {
    return this.#call.json('PATCH', `${this.#path}/clock`, { json: change }, options);
  }
}
