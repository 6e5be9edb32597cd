import { AbstractStartedContainer, type StartedTestContainer } from 'testcontainers';
import { type CheckContext, type CheckOptions, checkContract, type Report } from '../checker/index.ts';
import { ControlClient } from '../client/index.ts';

/** How the container was set up. */
export type StoreOrdersSetup = {
  readonly servicePort: number;
  readonly controlPort: number;
  readonly apiKeys: readonly string[];
  readonly stagingApiKeys: readonly string[];
  readonly controlToken: string;
};

/** Options of `check`: those of `checkContract`, where address and key are the container's unless others are given. */
export type ContainerCheckOptions = Partial<CheckOptions> & CheckContext;

/** A simulator that runs in a container and is ready. It stops when it is disposed of: `await using store = …`. */
export class StartedStoreOrdersContainer extends AbstractStartedContainer {
  readonly #setup: StoreOrdersSetup;

  constructor(container: StartedTestContainer, setup: StoreOrdersSetup) {
    super(container);
    this.#setup = setup;
  }

  /** Base address of production, ending in `/v1`. */
  getBaseUrl(): string {
    return `${this.#serviceUrl()}/v1`;
  }

  /** Base address of staging, ending in `/staging/v1`. */
  getStagingBaseUrl(): string {
    return `${this.#serviceUrl()}/staging/v1`;
  }

  /** Base address of the quickstart, which has `POST /messages`. */
  getQuickstartUrl(): string {
    return `${this.#serviceUrl()}/quickstart`;
  }

  /** The first API key of production. */
  getApiKey(): string {
    return this.#setup.apiKeys[0] ?? '';
  }

  /** The first API key of staging. */
  getStagingApiKey(): string {
    return this.#setup.stagingApiKeys[0] ?? '';
  }

  /** Address of the control API. */
  getControlUrl(): string {
    return this.#address(this.#setup.controlPort);
  }

  /** The token that the control API asks for. */
  getControlToken(): string {
    return this.#setup.controlToken;
  }

  /** A client of the control API. The environments that it creates have addresses that are reached from here. */
  get control(): ControlClient {
    const serviceUrl = this.#serviceUrl();
    return new ControlClient({ url: this.getControlUrl(), token: this.getControlToken(), serviceUrl });
  }

  /**
   * Runs the contract checker against production. Level `cancel` takes the orders behind the handles `pending` and
   * `shipped` unless others are named, and really cancels.
   */
  async check(options: ContainerCheckOptions = {}): Promise<Report> {
    const named = options.level === 'cancel' ? await this.#ordersToTry() : {};
    return checkContract({
      url: this.getBaseUrl(),
      apiKey: this.getApiKey(),
      ...named,
      ownsOrders: true,
      ...options,
    });
  }

  async #ordersToTry(): Promise<Pick<CheckOptions, 'pendingIds' | 'shippedIds'>> {
    const { handles } = await this.control.environment('production').show();
    const behind = (handle: string): readonly bigint[] => {
      const id = handles[handle];
      return id === undefined ? [] : [id];
    };
    return { pendingIds: behind('pending'), shippedIds: behind('shipped') };
  }

  #serviceUrl(): string {
    return this.#address(this.#setup.servicePort);
  }

  #address(port: number): string {
    const host = this.getHost();
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.getMappedPort(port)}`;
  }
}
