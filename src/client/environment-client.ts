import type {
  ClockRequest,
  GapSettings,
  Handles,
  OpenedEnvironmentView,
  ProfileName,
  ScenarioChoice,
} from '../control-api.ts';
import { type Call, type Caller, type CallOptions, ControlApiError, inEnvironment } from './caller.ts';
import { createFaultsClient } from './faults-client.ts';
import { createGatesClient } from './gates-client.ts';
import { createJournalClient } from './journal-client.ts';
import { createKeysClient } from './keys-client.ts';
import { createOrdersClient } from './orders-client.ts';

/** A client of one environment. Every method sends one request and throws a `ControlApiError` if it is refused. */
export type EnvironmentClient = ReturnType<typeof createEnvironmentClient>;

/** @param onLoad called with the handles of a scenario that was loaded */
export function createEnvironmentClient(
  caller: Caller,
  name: string,
  onLoad: (handles: Handles) => void = () => {},
) {
  const call = inEnvironment(caller, name);
  const { json, text, located } = call;
  const load = async (content: Call, options?: CallOptions) => {
    const view = located(await json('PUT /environments/{environment}/scenario', content, options));
    onLoad(view.handles);
    return view;
  };
  return {
    name,
    orders: createOrdersClient(call),
    faults: createFaultsClient(call),
    /** Holds: they stop cancels at their commit. */
    gates: createGatesClient(call),
    keys: createKeysClient(call),
    /** The requests of clients, and the responses. */
    journal: createJournalClient(call),
    show: async (options?: CallOptions) =>
      located(await json('GET /environments/{environment}', {}, options)),
    /** Loads a scenario, by name or inline. */
    load: (scenario: ScenarioChoice, options?: CallOptions) => load({ json: { scenario } }, options),
    /** Loads a scenario from the text of a YAML file. */
    loadYaml: (yaml: string, options?: CallOptions) => load({ yaml }, options),
    /** Resets the environment to its scenario. */
    reset: async (options?: CallOptions) =>
      located(await json('POST /environments/{environment}/reset', {}, options)),
    /** Returns the current state as the text of a scenario file. */
    snapshot: (form: 'yaml' | 'json' = 'yaml', options?: CallOptions) =>
      text('GET /environments/{environment}/snapshot', { query: { form } }, options),
    delete: async (options?: CallOptions): Promise<void> => {
      await json('DELETE /environments/{environment}', {}, options);
    },
    profile: (options?: CallOptions) => json('GET /environments/{environment}/profile', {}, options),
    /** Changes the gap choices. Omitted fields stay unchanged; `gaps` replaces all choices that override the profile. */
    setProfile: (
      profile: { readonly profile?: ProfileName; readonly gaps?: GapSettings },
      options?: CallOptions,
    ) => json('PUT /environments/{environment}/profile', { json: profile }, options),
    /** Returns what the tests met in the environment, and what they did not meet. */
    coverage: (options?: CallOptions) => json('GET /environments/{environment}/coverage', {}, options),
    clock: (options?: CallOptions) => json('GET /environments/{environment}/clock', {}, options),
    /** Freezes, sets or advances the clock. Returns what became due. */
    changeClock: (change: ClockRequest, options?: CallOptions) =>
      json('PATCH /environments/{environment}/clock', { json: change }, options),
  };
}

/**
 * An environment created by `createEnvironment`. Disposing of it deletes it.
 *
 * @example
 * await using environment = await control.createEnvironment({ scenario: 'pending' });
 */
export type OpenEnvironment = ReturnType<typeof openEnvironment>;

export function openEnvironment(caller: Caller, view: OpenedEnvironmentView) {
  const { name, apiKeys, baseUrl, baseUrlHint = '' } = view;
  const client = createEnvironmentClient(caller, name, (handles) => {
    environment.handles = handles;
  });
  const environment = {
    ...client,
    /**
     * The base address of the service in this environment. Ends in `/v1`. Reading it throws if it is unknown: ports are mapped,
     * and neither `serviceUrl` of the client nor SIM_PUBLIC_URL is set.
     */
    baseUrl: baseUrl ?? '',
    apiKeys,
    /** The first of `apiKeys`. */
    apiKey: apiKeys[0] ?? '',
    /** The order ids of the scenario by name. `load` replaces them. */
    handles: view.handles,
    /** Returns the order id of a handle. Throws a RangeError that lists the known handles if there is no such handle. */
    handle: (handle: string): bigint => {
      const { handles } = environment;
      const id = handles[handle];
      if (id !== undefined) return id;
      throw new RangeError(`no handle "${handle}" in ${name}: ${Object.keys(handles).join(', ')}`);
    },
    /** Deletes the environment if it still exists. */
    [Symbol.asyncDispose]: async (): Promise<void> => {
      try {
        await client.delete();
      } catch (error) {
        if (!(error instanceof ControlApiError && error.code === 'environment_not_found')) throw error;
      }
    },
  };
  const hint = `set serviceUrl of the ControlClient: ${baseUrlHint}`;
  const get = () => {
    throw new Error(`The base address of ${name} is unknown; ${hint}`);
  };
  // Not enumerable, so that a copy of the environment does not read it.
  if (baseUrl === undefined) Object.defineProperty(environment, 'baseUrl', { get, enumerable: false });
  return environment;
}
