import { appendFile } from 'node:fs/promises';
import { AbstractStartedContainer, type StartedTestContainer } from 'testcontainers';
import { type CheckContext, type CheckOptions, checkContract, type Report } from '../check/index.ts';
import { ControlClient } from '../client/index.ts';

export const servicePort = 4010;
export const controlPort = 4011;

/** The keys and the token of a container. */
export type StoreOrdersSetup = {
  readonly apiKeys: readonly string[];
  readonly stagingApiKeys: readonly string[];
  readonly controlToken: string;
  /** The file of this machine to which the record of a run of `matrix` is appended at the stop, if there is one. */
  readonly recordFile?: string | undefined;
};

/** Options of `check`: those of `checkContract`. `url` and `apiKey` default to those of the container. */
export type ContainerCheckOptions = Partial<CheckOptions> & CheckContext;

/**
 * A running simulator in a container. It is stopped at the end of its scope.
 *
 * @example
 * await using store = await new StoreOrdersContainer().start();
 * const headers = { Authorization: `Bearer ${store.getApiKey()}` };
 * const response = await fetch(`${store.getBaseUrl()}/store/orders`, { headers });
 */
export class StartedStoreOrdersContainer extends AbstractStartedContainer {
  readonly #setup: StoreOrdersSetup;
  #recorded = false;

  constructor(container: StartedTestContainer, setup: StoreOrdersSetup) {
    super(container);
    this.#setup = setup;
  }

  /** Returns the base address of production, which ends in `/v1`. */
  getBaseUrl(): string {
    return `${this.#serviceUrl()}/v1`;
  }

  /** Returns the base address of staging, which ends in `/staging/v1`. */
  getStagingBaseUrl(): string {
    return `${this.#serviceUrl()}/staging/v1`;
  }

  /** Returns the base address of the quickstart with `POST /messages`. */
  getQuickstartUrl(): string {
    return `${this.#serviceUrl()}/quickstart`;
  }

  /** Returns the first API key of production. */
  getApiKey(): string {
    return this.#setup.apiKeys[0] ?? '';
  }

  /** Returns the first API key of staging. */
  getStagingApiKey(): string {
    return this.#setup.stagingApiKeys[0] ?? '';
  }

  /** Returns the address of the control API. */
  getControlUrl(): string {
    return this.#address(controlPort);
  }

  /** Returns the bearer token of the control API. */
  getControlToken(): string {
    return this.#setup.controlToken;
  }

  /**
   * A client of the control API. The addresses of the environments that it creates are reachable from this process.
   *
   * @example
   * await using environment = await store.control.createEnvironment({ scenario: 'pending' });
   */
  get control(): ControlClient {
    const serviceUrl = this.#serviceUrl();
    return new ControlClient({ url: this.getControlUrl(), token: this.getControlToken(), serviceUrl });
  }

  /**
   * Runs the contract checker against production. Level `cancel` cancels orders: those of the handles `pending` and
   * `shipped`, unless the options have others. With another `url`, that must be an environment of this container too.
   * It throws a UserError if there are none.
   *
   * @example
   * const report = await store.check({ level: 'cancel' });
   * assert.equal(report.exitCode, 0);
   */
  async check(options: ContainerCheckOptions = {}): Promise<Report> {
    const target = { url: this.getBaseUrl(), apiKey: this.getApiKey(), ownsOrders: true };
    const { level = 'observe', pendingIds, shippedIds } = options;
    const isNamed = pendingIds !== undefined && shippedIds !== undefined;
    const named =
      level === 'observe' || level === 'probe' || isNamed ? {} : await this.#namedOrders(options.url);
    return checkContract({ ...target, ...named, ...options });
  }

  /** Returns the orders of the handles `pending` and `shipped` of the environment at a base address. */
  async #namedOrders(
    url: string = this.getBaseUrl(),
  ): Promise<Pick<CheckOptions, 'pendingIds' | 'shippedIds'>> {
    const [, environment = 'production'] = /\/(?:([^/]+)\/)?v1\/?$/.exec(new URL(url).pathname) ?? [];
    const { handles } = await this.control.environment(environment).show();
    const idsOf = (handle: string): readonly bigint[] =>
      handle in handles ? [BigInt(handles[handle] ?? 0)] : [];
    return { pendingIds: idsOf('pending'), shippedIds: idsOf('shipped') };
  }

  /** Appends the record to the file of this machine, which the container cannot write. Called by `stop`. */
  protected override async containerStopping(): Promise<void> {
    const { recordFile } = this.#setup;
    if (recordFile === undefined || this.#recorded) return;
    this.#recorded = true;
    try {
      await appendFile(recordFile, await this.control.record());
    } catch (error) {
      // A stop must not fail after the tests have passed.
      const reason = error instanceof Error ? error.message : String(error);
      console.error(`SIM_RECORD ${recordFile} lacks the record of a container: ${reason}`);
    }
  }

  #serviceUrl(): string {
    return this.#address(servicePort);
  }

  #address(port: number): string {
    const host = this.getHost();
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.getMappedPort(port)}`;
  }
}
