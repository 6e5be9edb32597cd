import { randomBytes } from 'node:crypto';
import { ControlClient } from '../client/control-client.ts';
import { defaults } from '../settings/defaults.ts';
import { type Problem, UserError } from '../shared/user-error.ts';
import { createNamedScenarios } from './control-api/named-scenarios.ts';
import { machineClock } from './environment/clock.ts';
import type { GapKey } from './environment/gaps/gaps.ts';
import { readGapChoice } from './environment/gaps/read-choice.ts';
import type { GapChoiceTexts } from './environment/initial-state.ts';
import { isProfileName, type ProfileName } from './environment/profile-name.ts';
import { type ControlSettings, openSimulator } from './open-simulator.ts';
import { createCatalog, validateFolder } from './scenarios/catalog.ts';
import { readProfileFile } from './scenarios/profile-file.ts';
import { readScenario, type Scenario } from './scenarios/read-scenario.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';
import type { TlsCertificate } from './server/tls.ts';
import type { OnError, OnRequest } from './service/reports.ts';

/** Options of `startSimulator`. Each has the meaning and the default of the setting of the same name, except ports. */
export type StartOptions = {
  /** The name of a scenario, or the path of a scenario file. @default 'mixed' */
  readonly scenario?: string | undefined;
  /** The scenario of the environment `staging`. @default the same as `scenario` */
  readonly stagingScenario?: string | undefined;
  /** The text of a scenario in YAML. Used instead of `scenario`. */
  readonly scenarioInline?: string | undefined;
  /** A folder of scenarios that override and extend the built-in ones. */
  readonly scenarios?: string | undefined;
  /** The maximum number of orders of a scenario. @default 1000000 */
  readonly maxOrders?: number | undefined;
  /** The API keys of production. @default ['test-api-key'] */
  readonly apiKey?: readonly string[] | undefined;
  /** The API keys of staging. @default ['test-staging-key'] */
  readonly stagingApiKey?: readonly string[] | undefined;
  /** The seed of everything random, a whole number from 0. @default 1 */
  readonly seed?: number | undefined;
  /**
   * How gaps are chosen: `least-promise`, `typical`, `vary`, or the path of a profile file.
   * @default the profile of the scenario, or `least-promise`
   */
  readonly profile?: string | undefined;
  /** Choices that override the profile, by gap key: `{ 'conflict-body': 'error' }`. */
  readonly gap?: Readonly<Partial<Record<GapKey, string>>> | undefined;
  /** Whether responses name the gaps that they rely on, in the header `Sim-Gaps`. @default false */
  readonly gapsHeader?: boolean | undefined;
  /** The port of the service. @default 0, any free port */
  readonly port?: number | undefined;
  /** The address on which the service listens. @default '127.0.0.1' */
  readonly host?: string | undefined;
  /** Whether to serve the control API. @default true */
  readonly control?: boolean | undefined;
  /** The port of the control API. @default 0, any free port */
  readonly controlPort?: number | undefined;
  /** The address on which the control API listens. @default '127.0.0.1' */
  readonly controlHost?: string | undefined;
  /** The bearer token of the control API. @default a random token */
  readonly controlToken?: string | undefined;
  /** Host names under which clients may call the control API, in addition to the loopback names. */
  readonly controlHosts?: readonly string[] | undefined;
  /** The number of exchanges that the journal of an environment keeps. @default 1000 */
  readonly journalSize?: number | undefined;
  /** Serves https with this certificate. */
  readonly certificate?: TlsCertificate | undefined;
  /** Called for errors in the simulator itself. @default prints the error to stderr */
  readonly onError?: OnError | undefined;
  /** Called after each request of the service. */
  readonly onRequest?: OnRequest | undefined;
};

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
  /** A client of the control API. Undefined if the control API is off. */
  readonly control: ControlClient | undefined;
  /** Stops the simulator. Requests in flight have up to `timeoutMs` to finish. @default 8000 */
  stop(options?: { readonly timeoutMs?: number }): Promise<void>;
}

/**
 * Starts a simulator in this process, by default on free ports. Several simulators can run at the same time; they share
 * nothing. Throws a UserError that lists every problem if the scenario, the profile or a gap choice is invalid, and one
 * with exit code 3 if a port is in use.
 *
 * @example
 * await using simulator = await startSimulator({ scenario: 'shipped' });
 * const headers = { Authorization: 'Bearer test-api-key' };
 * const response = await fetch(`${simulator.baseUrl}/store/orders`, { headers });
 */
export async function startSimulator(options: StartOptions = {}): Promise<Simulator> {
  const {
    seed = defaults.seed,
    apiKey = defaults.apiKey,
    stagingApiKey = defaults.stagingApiKey,
    gapsHeader = defaults.gapsHeader,
    host = defaults.host,
    port = 0,
    journalSize = defaults.journalSize,
    controlToken = randomBytes(32).toString('hex'),
    onError = (error, request) => console.error('a request failed', request, error),
  } = options;
  const { profile, gaps } = await readChoices(options);
  const [first, second] = await openScenarios(options);
  const initial = await resolveScenario(first, { seed });
  // An initial state never changes, so both environments can share it.
  const stagingInitial = second === first ? initial : await resolveScenario(second, { seed });
  const open = await openSimulator({
    production: { initial, apiKeys: apiKey },
    staging: { initial: stagingInitial, apiKeys: stagingApiKey },
    seed: `${seed}`,
    profile,
    gaps,
    gapsHeader,
    service: { host, port },
    control: controlSettings(options, controlToken, first),
    certificate: options.certificate,
    machine: machineClock,
    journalSize,
    onError,
    onRequest: options.onRequest,
  });
  const { serviceOrigin, controlOrigin } = open;
  const stop: Simulator['stop'] = (how) => open.stop(how?.timeoutMs ?? defaults.shutdownTimeoutMs);
  return {
    baseUrl: `${serviceOrigin}/v1`,
    stagingBaseUrl: `${serviceOrigin}/staging/v1`,
    quickstartUrl: `${serviceOrigin}/quickstart`,
    controlUrl: controlOrigin,
    controlToken,
    control:
      controlOrigin === undefined
        ? undefined
        : new ControlClient({ url: controlOrigin, token: controlToken }),
    stop,
    [Symbol.asyncDispose]: () => stop(),
  };
}

function controlSettings(options: StartOptions, token: string, first: Scenario): ControlSettings | undefined {
  const { control = defaults.control, controlHost = defaults.controlHost, controlPort = 0 } = options;
  const { scenarios: folder, controlHosts = [], maxOrders = defaults.maxOrders } = options;
  if (!control) return undefined;
  const scenarios = createNamedScenarios({ catalog: createCatalog({ folder, maxOrders }), first, folder });
  return { host: controlHost, port: controlPort, token, hosts: controlHosts, scenarios, maxOrders };
}

async function openScenarios(options: StartOptions): Promise<[Scenario, Scenario]> {
  const { scenarioInline, stagingScenario, scenarios: folder, maxOrders = defaults.maxOrders } = options;
  const catalog = createCatalog({ folder, maxOrders, allowPaths: true });
  if (folder !== undefined) await validateFolder(catalog);
  const inline = { scenario: 'inline', source: 'inline', maxOrders } as const;
  const first =
    scenarioInline === undefined
      ? await catalog.open(options.scenario ?? defaults.scenario)
      : await readScenario({ name: 'inline', text: scenarioInline }, inline);
  return [first, stagingScenario === undefined ? first : await catalog.open(stagingScenario)];
}

type ProfileChoices = { readonly profile: ProfileName | undefined; readonly gaps: GapChoiceTexts };

async function readChoices({ profile, gap = {} }: StartOptions): Promise<ProfileChoices> {
  const problems: Problem[] = [];
  const gaps: Partial<Record<GapKey, string>> = {};
  for (const [key, choice] of Object.entries(gap)) {
    const reading = readGapChoice(key, choice);
    if (reading.kind === 'problem') problems.push(reading.problem);
    else gaps[reading.key] = reading.choice;
  }
  if (problems.length > 0) throw new UserError(problems);
  if (profile === undefined || isProfileName(profile)) return { profile, gaps };
  const file = await readProfileFile(profile);
  return { profile: file.profile, gaps: { ...file.gaps, ...gaps } };
}
