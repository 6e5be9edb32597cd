import { randomBytes } from 'node:crypto';
import { ControlClient } from '../client/control-client.ts';
import { type Clock, machineClock } from '../clock.ts';
import type { SettingView } from '../control-api.ts';
import { isWildcard } from '../http/listen.ts';
import { defaults } from '../options/defaults.ts';
import { formatProblem } from '../user-error.ts';
import { createNamedScenarios } from './control-api/named-scenarios.ts';
import type { CellSettings } from './environment/cell-settings.ts';
import type { RunRecord } from './environment/record/run-record.ts';
import type { OnStore } from './environment/store/store-client.ts';
import { type ControlSettings, type OpenSimulator, openSimulator } from './open-simulator.ts';
import { optionViews } from './option-views.ts';
import { readOwnRun } from './own-run.ts';
import { createCatalog } from './scenarios/catalog.ts';
import type { Scenario } from './scenarios/read-scenario.ts';
import { readStartFiles } from './start-files.ts';
import { checkOptions, type StartOptions } from './start-options.ts';
import type { WatchEvent } from './watch-event.ts';
import { startScenarioWatch } from './watch-scenarios.ts';

/** A running simulator. */
export interface Simulator extends AsyncDisposable {
  /** The base address of production. Ends in `/v1`. */
  readonly baseUrl: string;
  /** The base address of staging. Ends in `/staging/v1`. */
  readonly stagingBaseUrl: string;
  /** The base address of the quickstart, which has `POST /messages`. */
  readonly quickstartUrl: string;
  /** The address of the control API. Undefined if the control API is off. */
  readonly controlUrl: string | undefined;
  /** The bearer token of the control API. */
  readonly controlToken: string;
  /** The address of the console with a code that signs in once. Undefined if the control API is off. */
  readonly consoleUrl: string | undefined;
  /** A client of the control API. Undefined if the control API is off. */
  readonly control: ControlClient | undefined;
  /**
   * Stops the simulator. For `drainDelayMs` (default 0) it serves as before, but `/readyz` responds with 503. Then requests in
   * flight have up to `timeoutMs` (default 8000) to finish.
   */
  stop(options?: { readonly timeoutMs?: number; readonly drainDelayMs?: number }): Promise<void>;
}

/**
 * Starts a simulator in this process, by default on free ports. Several simulators can run at the same time; they share
 * nothing. Throws a UserError that lists every problem of the options, or else of the scenarios and the profile, and one
 * with exit code 3 if a port is in use.
 *
 * @example
 * await using simulator = await startSimulator({ scenario: 'shipped' });
 * const headers = { Authorization: 'Bearer test-api-key' };
 * const response = await fetch(`${simulator.baseUrl}/store/orders`, { headers });
 * @example
 * const scenario = { orders: [{ id: 1001 }, { id: 9007199254740993n, status: 'shipped' }] };
 * await using simulator = await startSimulator({ scenario, gaps: { 'conflict-body': 'error' } });
 */
export async function startSimulator(options: StartOptions = {}): Promise<Simulator> {
  return startSimulatorFor(options, {});
}

/** Who starts a simulator, if not a program. */
export type StartedBy = {
  /**
   * A run of `matrix`. The profile, the gaps and the scenario of the options are its base: the cell overrides their choices,
   * and they are not recorded as pinned. `onRecord` is called with each record of the run, in order.
   */
  readonly matrix?: { readonly cell: CellSettings; readonly onRecord: (record: RunRecord) => void };
  /** The settings from which the options were made, which the control API shows. */
  readonly settings?: () => readonly SettingView[];
  /** @default the clock of the machine */
  readonly machine?: Clock | undefined;
};

/** Starts a simulator like `startSimulator`. */
export async function startSimulatorFor(
  options: StartOptions,
  { matrix, settings = () => optionViews(options), machine = machineClock }: StartedBy,
): Promise<Simulator> {
  checkOptions(options);
  const ownRun = matrix === undefined ? await readOwnRun(options) : undefined;
  // Looks at the files before they are read, so that no change is missed.
  const watch = options.watch === true ? await startWatch(options) : undefined;
  const { first, production, staging, profile, gaps, others } = await readStartFiles(
    options,
    matrix !== undefined,
  );
  const { controlToken = randomBytes(32).toString('hex'), host = defaults.host, port = 0 } = options;
  const secrets = { token: controlToken, signInCode: randomBytes(16).toString('base64url') };
  const control = controlSettings(options, { ...secrets, first, record: ownRun?.log, settings });
  const publicUrl = options.publicUrl?.replace(/\/+$/, '');
  const store = await openStore(options);
  const open = await openSimulator({
    store,
    production: { initial: production, apiKeys: options.apiKey ?? defaults.apiKey },
    staging: { initial: staging, apiKeys: options.stagingApiKey ?? defaults.stagingApiKey },
    others,
    replica: options.replica,
    seed: `${options.seed ?? defaults.seed}`,
    ...(matrix === undefined
      ? { profile, gaps, run: ownRun }
      : { profile: undefined, gaps: {}, run: { ...matrix, base: { profile, gaps } } }),
    gapsHeader: options.gapsHeader ?? defaults.gapsHeader,
    service: { host, port },
    publicUrl,
    control,
    certificate: options.certificate,
    machine,
    journalSize: options.journalSize ?? defaults.journalSize,
    onError: options.onError ?? ((error, request) => console.error('a request failed', request, error)),
    onRequest: options.onRequest,
    onControlRequest: options.onControlRequest,
  });
  const stopping = new AbortController();
  void watch?.run({
    environments: open.environments,
    replaceFirst: (scenario) => control?.scenarios.replaceFirst(scenario),
    clock: machineClock,
    signal: stopping.signal,
    onEvent: options.onWatch ?? printRefusal,
  });
  return createHandle(open, publicUrl, secrets, stopping);
}

/** Connects to the shared store, if there is one. Only then its client is loaded. */
async function openStore({ store, onStore = printEvent }: StartOptions) {
  if (store === undefined) return undefined;
  const [{ connectStore }, { EnvironmentStore }] = await Promise.all([
    import('./environment/store/store-client.ts'),
    import('./environment/store/environment-store.ts'),
  ]);
  return new EnvironmentStore(await connectStore(store, { machine: machineClock, onEvent: onStore }));
}

const printEvent: OnStore = (event) => {
  if (event.kind === 'lost') console.error(`the store is not connected: ${event.why}`);
  else if (event.kind === 'restored') console.error('the store is connected again');
  else
    console.error(
      `the settings of this start are not in effect for ${event.environment}: it is in the store`,
    );
};

function createHandle(
  open: OpenSimulator,
  publicUrl: string | undefined,
  { token, signInCode }: { readonly token: string; readonly signInCode: string },
  stopping: AbortController,
): Simulator {
  const { controlOrigin: url } = open;
  const serviceUrl = publicUrl ?? open.serviceOrigin;
  const stop: Simulator['stop'] = (how) => {
    stopping.abort();
    return open.stop(how?.timeoutMs ?? defaults.shutdownTimeoutMs, how?.drainDelayMs);
  };
  return {
    baseUrl: `${serviceUrl}/v1`,
    stagingBaseUrl: `${serviceUrl}/staging/v1`,
    quickstartUrl: `${serviceUrl}/quickstart`,
    controlUrl: url,
    controlToken: token,
    consoleUrl: url === undefined ? undefined : `${url}/#code=${signInCode}`,
    control: url === undefined ? undefined : new ControlClient({ url, token, serviceUrl }),
    stop,
    [Symbol.asyncDispose]: () => stop(),
  };
}

function controlSettings(
  options: StartOptions,
  {
    first,
    ...given
  }: Pick<ControlSettings, 'token' | 'signInCode' | 'record' | 'settings'> & { readonly first: Scenario },
): ControlSettings | undefined {
  const { control = defaults.control, controlHost = defaults.controlHost, controlPort = 0 } = options;
  const { scenarios: folder, controlHosts = [], maxOrders = defaults.maxOrders } = options;
  if (!control) return undefined;
  const catalog = createCatalog({ folder, maxOrders });
  const scenarios = createNamedScenarios({ catalog, first });
  // A client may use the address that it is told to use.
  const hosts = isWildcard(controlHost) ? controlHosts : [controlHost, ...controlHosts];
  return {
    host: controlHost,
    port: controlPort,
    hosts,
    scenarios,
    maxOrders,
    ...given,
  };
}

function startWatch({
  scenario,
  stagingScenario,
  scenarioInline,
  scenarios: folder,
  maxOrders,
}: StartOptions) {
  const catalog = createCatalog({ folder, maxOrders: maxOrders ?? defaults.maxOrders, allowPaths: true });
  const nameOf = (given: unknown) => (typeof given === 'string' ? given : undefined);
  const first = scenarioInline === undefined ? nameOf(scenario ?? defaults.scenario) : undefined;
  const second = stagingScenario === undefined ? first : nameOf(stagingScenario);
  return startScenarioWatch(catalog, { production: first, staging: second });
}

function printRefusal(event: WatchEvent): void {
  if (event.kind === 'refused') console.error(event.problems.map(formatProblem).join('\n'));
}
