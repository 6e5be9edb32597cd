import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { readRunVariables } from '../options/process-variables.ts';
import { UserError } from '../user-error.ts';
import { packageRoot } from '../version.ts';
import { controlPort, StartedStoreOrdersContainer, servicePort } from './started-store-orders-container.ts';

/**
 * `config.image` in package.json: in a clone `store-orders-sim`, which `docker build -t store-orders-sim .` makes; in a
 * released package the image of the same version in its registry.
 */
export const defaultImage: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8'))
  .config.image;

/**
 * The simulator in a container of Testcontainers. Start one container for a test suite, and create an environment for
 * each test with `started.control`.
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

  /** @param image the image of the simulator, by default `defaultImage` */
  constructor(image: string = defaultImage) {
    super(image);
    this.withExposedPorts(servicePort, controlPort);
    const ready = Wait.forHttp('/readyz', controlPort, { abortOnContainerExit: true });
    this.withWaitStrategy(ready.forStatusCode(200).withReadTimeout(100));
  }

  /** Sets the initial state of production and staging to a scenario by name. @default 'mixed' */
  withScenario(name: string): this {
    return this.withEnvironment({ SIM_SCENARIO: name });
  }

  /** Sets the initial state of staging to another scenario. */
  withStagingScenario(name: string): this {
    return this.withEnvironment({ SIM_STAGING_SCENARIO: name });
  }

  /**
   * Copies a scenario file into the container and uses it for production and staging. Throws a UserError if `path` is
   * not a file.
   */
  withScenarioFile(path: string): this {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      throw new UserError({ where: path, what: 'is not a file', expected: 'the path of a scenario file' });
    const target = `/scenarios/${basename(path)}`;
    return this.withCopyFilesToContainer([{ source: path, target, mode: 0o444 }]).withScenario(target);
  }

  /** Sets the scenario to a YAML text such as `orders: [{ id: 1, status: pending }]`. */
  withScenarioText(yaml: string): this {
    return this.withEnvironment({ SIM_SCENARIO_INLINE: yaml });
  }

  /** Sets the API keys of production. @default 'test-api-key' */
  withApiKey(...keys: readonly [string, ...string[]]): this {
    this.#apiKeys = keys;
    return this;
  }

  /** Sets the API keys of staging. @default 'test-staging-key' */
  withStagingApiKey(...keys: readonly [string, ...string[]]): this {
    this.#stagingApiKeys = keys;
    return this;
  }

  /** Sets the seed of everything random. @default 1 */
  withSeed(seed: number): this {
    return this.withEnvironment({ SIM_SEED: String(seed) });
  }

  /** Sets the choices for all gaps of the specification. @default 'least-promise' */
  withProfile(profile: 'least-promise' | 'typical' | 'vary'): this {
    return this.withEnvironment({ SIM_PROFILE: profile });
  }

  /** Sets the choice for one gap, which overrides the profile: `withGap('conflict-body', 'error')`. Repeatable. */
  withGap(key: string, choice: string): this {
    this.#gaps = [...this.#gaps, `${key}=${choice}`];
    return this;
  }

  /** Sets the token of the control API, which is random by default. Required for `withReuse()`. */
  withControlToken(token: string): this {
    this.#controlToken = token;
    return this;
  }

  /**
   * Starts the container and waits until it is ready. In a run of `matrix`, it gets the cell (`SIM_CELL`), and a stop
   * appends its record to the file `SIM_RECORD`.
   */
  override async start(): Promise<StartedStoreOrdersContainer> {
    const { info } = await getContainerRuntimeClient();
    const run = readRunVariables();
    // A cell, even an empty one, makes the simulator keep a record.
    const cell = run.cell ?? (run.record === undefined ? undefined : '{}');
    this.withEnvironment({
      SIM_API_KEY: this.#apiKeys.join(','),
      SIM_STAGING_API_KEY: this.#stagingApiKeys.join(','),
      SIM_CONTROL_TOKEN: this.#controlToken,
      SIM_CONTROL_HOSTS: [info.containerRuntime.host, ...this.networkAliases].join(','),
      ...(this.#gaps.length === 0 ? {} : { SIM_GAP: this.#gaps.join(';') }),
      ...(cell === undefined ? {} : { SIM_CELL: cell }),
    });
    return new StartedStoreOrdersContainer(await super.start(), {
      apiKeys: this.#apiKeys,
      stagingApiKeys: this.#stagingApiKeys,
      controlToken: this.#controlToken,
      recordFile: run.record,
    });
  }
}
