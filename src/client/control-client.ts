import type { CoverageView, EnvironmentRequest, EnvironmentView, ScenarioSummary } from '../control-api.ts';
import { type Caller, type CallOptions, type ControlClientOptions, createCaller } from './caller.ts';
import {
  createEnvironmentClient,
  type EnvironmentClient,
  type OpenEnvironment,
  openEnvironment,
} from './environment-client.ts';

/** The default time to live of a created environment. */
const ttlSeconds = 3600;

/**
 * A client of the control API of a simulator, wherever the simulator runs. Every method sends one request, accepts an
 * AbortSignal, and throws a `ControlApiError` if the API refuses the request.
 *
 * @example
 * const control = new ControlClient({ url: 'http://127.0.0.1:4011', token: 'my-control-token' });
 * await using environment = await control.createEnvironment({ scenario: 'shipped' });
 */
export class ControlClient {
  readonly #call: Caller;

  constructor(options: ControlClientOptions) {
    this.#call = createCaller(options);
  }

  /** Returns whether every socket of the simulator listens. */
  async ready(options?: CallOptions): Promise<boolean> {
    return (await this.#call.json('GET /readyz', {}, options)).status === 'ready';
  }

  /** Returns the metrics in the text format of Prometheus. */
  metrics(options?: CallOptions): Promise<string> {
    return this.#call.text('GET /metrics', {}, options);
  }

  /**
   * Returns the record of a run of `matrix`, one JSON object on each line. Throws a ControlApiError with status 404 if the
   * simulator keeps none in memory.
   */
  record(options?: CallOptions): Promise<string> {
    return this.#call.text('GET /record', {}, options);
  }

  /** Returns what the tests met in all environments, also in those that were deleted, and what they did not meet. */
  coverage(options?: CallOptions): Promise<CoverageView> {
    return this.#call.json('GET /coverage', {}, options);
  }

  document(name: 'store-orders' | 'quickstart' | 'control', options?: CallOptions): Promise<string> {
    return this.#call.text('GET /openapi/{document}.yaml', { params: { document: name } }, options);
  }

  async scenarios(options?: CallOptions): Promise<readonly ScenarioSummary[]> {
    return (await this.#call.json('GET /scenarios', {}, options)).scenarios;
  }

  scenario(name: string, form: 'yaml' | 'json' = 'yaml', options?: CallOptions): Promise<string> {
    return this.#call.text(
      'GET /scenarios/{scenario}',
      { params: { scenario: name }, query: { form } },
      options,
    );
  }

  /** Returns every environment, oldest first. */
  async environments(options?: CallOptions): Promise<readonly EnvironmentView[]> {
    return (await this.#call.json('GET /environments', {}, options)).environments.map(this.#call.located);
  }

  /** Returns a client of an existing environment, such as production. Sends no request. */
  environment(name: string): EnvironmentClient {
    return createEnvironmentClient(this.#call, name);
  }

  /**
   * Creates an environment, or replaces the one of the same name. The default name is random. The default
   * `ttl` is one hour, so that an interrupted test run does not leave environments behind.
   *
   * @example
   * await using environment = await control.createEnvironment({ scenario: 'pending' });
   * await cancelOrder(environment.baseUrl, environment.apiKey, environment.handle('pending'));
   */
  async createEnvironment(
    { name = randomName(), ...request }: EnvironmentRequest & { readonly name?: string } = {},
    options?: CallOptions,
  ): Promise<OpenEnvironment> {
    const json = request.ttl === undefined ? { ttlSeconds, ...request } : request;
    const call = { params: { environment: name }, json };
    const view = await this.#call.json('PUT /environments/{environment}', call, options);
    return openEnvironment(this.#call, this.#call.located(view));
  }
}

function randomName(): string {
  return `test-${crypto.randomUUID().replaceAll('-', '')}`;
}
