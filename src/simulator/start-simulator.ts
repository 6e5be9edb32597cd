import { randomBytes } from 'node:crypto';
import { ControlClient } from '../client/control-client.ts';
import { type Clock, machineClock } from '../clock.ts';
import type { SettingView } from '../control-api.ts';
import { type RunVariables, readRunVariables } from '../options/process-variables.ts';
import { type SettingKey, settingKeys, settingOf, settingsTable } from '../options/settings-table.ts';
import { settingView } from '../options/show-settings.ts';
import { type CompleteOptions, completeOptions } from './complete-options.ts';
import { createNamedScenarios } from './control-api/named-scenarios.ts';
import type { CellSettings } from './environment/initial-state.ts';
import type { RunRecord } from './environment/record/run-recorder.ts';
import { type OpenSimulator, openSimulator } from './open-simulator.ts';
import { readOwnRun } from './own-run.ts';
import { createCatalog } from './scenarios/catalog.ts';
import { readStartFiles } from './start-files.ts';
import type { StartOptions } from './start-options.ts';
import { watchScenarios } from './watch-scenarios.ts';

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

/** Who starts a simulator, if not a program. @internal */
export type StartedBy = {
  /**
   * A run of `matrix`. The profile, the gaps and the scenario of the options are its base: the cell overrides their choices,
   * and they are not recorded as pinned. `onRecord` is called with each record of the run, in order.
   */
  readonly matrix?: { readonly cell: CellSettings; readonly onRecord: (record: RunRecord) => void };
  /** @default those of this process */
  readonly variables?: RunVariables;
  /** The settings from which the options were made, which the control API shows. Default: the options. */
  readonly settings?: () => readonly SettingView[];
  /** @default the clock of the machine */
  readonly machine?: Clock | undefined;
};

/** Starts a simulator like `startSimulator`. @internal */
export async function startSimulatorFor(
  given: StartOptions,
  {
    matrix,
    variables = readRunVariables(),
    settings = () => viewsOf(given),
    machine = machineClock,
  }: StartedBy,
): Promise<Simulator> {
  const options = completeOptions(given);
  const ownRun = matrix === undefined ? await readOwnRun(variables) : undefined;
  // Looks at the files before they are read, so that no change is missed.
  const watch = options.watch ? await startWatch(options) : undefined;
  const { first, profile, gaps, ...files } = await readStartFiles(options, matrix !== undefined);
  const { scenarios: folder, maxOrders, controlToken } = options;
  const scenarios = createNamedScenarios({ catalog: createCatalog({ folder, maxOrders }), first });
  const publicUrl = options.publicUrl?.replace(/\/+$/, '');
  const signInCode = randomBytes(16).toString('base64url');
  const open = await openSimulator({
    ...options,
    ...files,
    ...(matrix === undefined
      ? { profile, gaps, run: ownRun }
      : { profile: undefined, gaps: {}, run: { ...matrix, base: { profile, gaps } } }),
    ...{ scenarios, publicUrl, signInCode, settings, machine },
    record: ownRun?.text,
    store: await openStore(options),
  });
  const stopping = new AbortController();
  const { environments } = open;
  const { replaceFirst } = scenarios;
  const { signal } = stopping;
  watch?.({ environments, replaceFirst, onEvent: options.onWatch }, { clock: machine, signal });
  return createHandle(open, publicUrl, { token: controlToken, signInCode }, stopping);
}

/** Returns the options as settings. */
function viewsOf({ gaps: gap, ...options }: StartOptions): readonly SettingView[] {
  const given: Readonly<Partial<Record<SettingKey, unknown>>> = { port: 0, controlPort: 0, ...options, gap };
  return settingKeys
    .filter((key) => key === 'gap' || settingOf(key).ofServe !== true)
    .map((key) => settingView(key, given[key], given[key] === undefined ? 'default' : 'option'));
}

/** Connects to the shared store, if there is one. Only then its client is loaded. */
async function openStore({ store, onStore }: CompleteOptions) {
  if (store === undefined) return undefined;
  const { connectStore } = await import('./environment/store/connect-store.ts');
  return connectStore(store, onStore);
}

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
    return open.stop(how?.timeoutMs ?? settingsTable.shutdownTimeout.default, how?.drainDelayMs);
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

function startWatch(options: CompleteOptions) {
  const { scenario, stagingScenario, scenarioInline, scenarios: folder, maxOrders } = options;
  const first = scenarioInline === undefined ? scenario : undefined;
  const second = stagingScenario ?? first;
  const catalog = createCatalog({ folder, maxOrders, allowPaths: true });
  return watchScenarios(catalog, {
    ...(typeof first === 'string' && { production: first }),
    ...(typeof second === 'string' && { staging: second }),
  });
}
