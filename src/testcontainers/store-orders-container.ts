import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { GenericContainer, getContainerRuntimeClient } from 'testcontainers';
import { UserError } from '../shared/user-error.ts';
import { version } from '../shared/version.ts';
import { StartedStoreOrdersContainer } from './started-store-orders-container.ts';
import { WaitUntilHealthy } from './wait-until-healthy.ts';

/** The image that belongs to this version of the package. */
export const defaultImage = `store-orders-sim:${version}`;

const servicePort = 4010;
const controlPort = 4011;

/**
 * The simulator in a container of Testcontainers. One started container serves a whole test suite: tests take
 * environments of their own through `started.control`.
 *
 * @example
 * await using store = await new StoreOrdersContainer().withScenario('shipped').withSeed(42).start();
 * await using environment = await store.control.createEnvironment({ scenario: 'pending' });
 */
export class StoreOrdersContainer extends GenericContainer {
  #apiKeys: readonly string[] = ['test-api-key'];
  #stagingApiKeys: readonly string[] = ['test-staging-key'];
  #controlToken: string = randomUUID();
  #gaps: readonly string[] = [];

  /** @param image the image, `store-orders-sim` with the version of this package where left out */
  constructor(image: string = defaultImage) {
    super(image);
    this.withExposedPorts(servicePort, controlPort);
    this.withWaitStrategy(new WaitUntilHealthy());
  }

  /** Starts production and staging in a scenario of this name. @default 'mixed' */
  withScenario(name: string): this {
    return this.withEnvironment({ SIM_SCENARIO: name });
  }

  /** Starts staging in another scenario than production. */
  withStagingScenario(name: string): this {
    return this.withEnvironment({ SIM_STAGING_SCENARIO: name });
  }

  /** Copies a scenario file into the container and starts production and staging in it. */
  withScenarioFile(path: string): this {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      throw new UserError({ where: path, what: 'is no file', expected: 'the path of a scenario file' });
    const target = `/scenarios/${basename(path)}`;
    this.withCopyFilesToContainer([{ source: path, target, mode: 0o444 }]);
    return this.withScenario(target);
  }

  /** Gives the scenario as the text of a YAML file. */
  withScenarioText(yaml: string): this {
    return this.withEnvironment({ SIM_SCENARIO_INLINE: yaml });
  }

  /** The API keys of production. @default 'test-api-key' */
  withApiKey(...keys: readonly [string, ...string[]]): this {
    this.#apiKeys = keys;
    return this;
  }

  /** The API keys of staging. @default 'test-staging-key' */
  withStagingApiKey(...keys: readonly [string, ...string[]]): this {
    this.#stagingApiKeys = keys;
    return this;
  }

  /** Where everything random starts. @default 1 */
  withSeed(seed: number): this {
    return this.withEnvironment({ SIM_SEED: String(seed) });
  }

  /** How the gaps of the specification are answered: `least-promise`, `typical` or `vary`. */
  withProfile(profile: 'least-promise' | 'typical' | 'vary'): this {
    return this.withEnvironment({ SIM_PROFILE: profile });
  }

  /** Choices one gap, before the profile: `withGap('conflict-body', 'error')`. May be called again. */
  withGap(key: string, answer: string): this {
    this.#gaps = [...this.#gaps, `${key}=${answer}`];
    return this;
  }

  /** The token of the control API; a random one where left out. A container for `withReuse()` needs its own. */
  withControlToken(token: string): this {
    this.#controlToken = token;
    return this;
  }

  /** Starts the container and waits until it is healthy. The error of a failed start has the end of its log. */
  override async start(): Promise<StartedStoreOrdersContainer> {
    const { host } = (await getContainerRuntimeClient()).info.containerRuntime;
    this.withEnvironment({
      SIM_API_KEY: this.#apiKeys.join(','),
      SIM_STAGING_API_KEY: this.#stagingApiKeys.join(','),
      SIM_CONTROL_TOKEN: this.#controlToken,
      SIM_CONTROL_HOSTS: [host, ...this.networkAliases].join(','),
      ...(this.#gaps.length === 0 ? {} : { SIM_GAP: this.#gaps.join(';') }),
    });
    return new StartedStoreOrdersContainer(await super.start(), {
      servicePort,
      controlPort,
      apiKeys: this.#apiKeys,
      stagingApiKeys: this.#stagingApiKeys,
      controlToken: this.#controlToken,
    });
  }
}
