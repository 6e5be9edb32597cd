import { type Caller, type CallOptions, type ControlClientOptions, createCaller } from './caller.ts';
import { EnvironmentClient } from './environment-client.ts';
import { OpenEnvironment } from './open-environment.ts';
import type * as wire from './wire-types.ts';

/** How long an environment lives that nobody deletes, when nothing else is said. */
const ttlSeconds = 3600;

/**
 * Drives a simulator by its control API, wherever it runs. Every method is one request and takes an AbortSignal; each
 * throws a ControlApiError with the API's message for a refusal.
 */
export class ControlClient {
  readonly #call: Caller;
  readonly #serviceUrl: string | undefined;

  constructor(options: ControlClientOptions) {
    this.#call = createCaller(options);
    this.#serviceUrl = options.serviceUrl?.replace(/\/+$/, '');
  }

  /** Whether every socket of the simulator listens. */
  async ready(options?: CallOptions): Promise<boolean> {
    return (await this.#call.json<{ status: string }>('GET', '/readyz', {}, options)).status === 'ready';
  }

  /** The metrics in the text form of Prometheus. */
  metrics(options?: CallOptions): Promise<string> {
    return this.#call.text('GET', '/metrics', {}, options);
  }

  /** The text of an OpenAPI document. */
  document(name: 'store-orders' | 'quickstart' | 'control', options?: CallOptions): Promise<string> {
    return this.#call.text('GET', `/openapi/${name}.yaml`, {}, options);
  }

  /** The scenarios that have a name. */
  async scenarios(options?: CallOptions): Promise<readonly wire.ScenarioSummary[]> {
    type Answer = { scenarios: readonly wire.ScenarioSummary[] };
    return (await this.#call.json<Answer>('GET', '/scenarios', {}, options)).scenarios;
  }

  /** The text of a scenario's file. */
  scenario(name: string, form: 'yaml' | 'json' = 'yaml', options?: CallOptions): Promise<string> {
    return this.#call.text('GET', `/scenarios/${encodeURIComponent(name)}`, { query: { form } }, options);
  }

  /** Every environment, the oldest first. */
  async environments(options?: CallOptions): Promise<readonly wire.EnvironmentView[]> {
    type Answer = { environments: readonly wire.EnvironmentView[] };
    return (await this.#call.json<Answer>('GET', '/environments', {}, options)).environments;
  }

  /** An environment that exists, such as production; sends nothing. */
  environment(name: string): EnvironmentClient {
    return new EnvironmentClient(this.#call, name);
  }

  /**
   * Creates an environment, or replaces the one with the same name. Without a name it gets a random one; it ends after
   * an hour where no `ttlSeconds` is given, so that a test run that was killed leaves nothing behind for long.
   */
  async createEnvironment(
    { name = randomName(), ...request }: wire.EnvironmentRequest & { readonly name?: string } = {},
    options?: CallOptions,
  ): Promise<OpenEnvironment> {
    const path = `/environments/${encodeURIComponent(name)}`;
    const json = { ttlSeconds, ...request };
    const view = await this.#call.json<wire.OpenedEnvironmentView>('PUT', path, { json }, options);
    const baseUrl = this.#serviceUrl === undefined ? view.baseUrl : this.#serviceUrl + view.path;
    return new OpenEnvironment(this.#call, { ...view, baseUrl });
  }
}

function randomName(): string {
  return `test-${crypto.randomUUID().replaceAll('-', '')}`;
}
