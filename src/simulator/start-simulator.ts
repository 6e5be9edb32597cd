import { randomBytes } from 'node:crypto';
import { ControlClient } from '../client/control-client.ts';
import { defaults } from '../settings/defaults.ts';
import type { InlineScenario } from '../shared/control-api.ts';
import { formatProblem, type Problem, UserError } from '../shared/user-error.ts';
import { createNamedScenarios } from './control-api/named-scenarios.ts';
import { machineClock } from './environment/clock.ts';
import type { GapChoiceTexts } from './environment/initial-state.ts';
import { isProfileName, type ProfileName } from './environment/profile-name.ts';
import { type ControlSettings, openSimulator } from './open-simulator.ts';
import { createCatalog, validateFolder } from './scenarios/catalog.ts';
import { readProfileFile } from './scenarios/profile-file.ts';
import { readScenario, type Scenario } from './scenarios/read-scenario.ts';
import { readScenarioObject } from './scenarios/read-scenario-object.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';
import { findOptionProblems, type StartOptions } from './start-options.ts';

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
 * nothing. Throws a UserError that lists every problem of the options, or else of the scenarios and the profile, and one
 * with exit code 3 if a port is in use.
 *
 * @example
 * await using simulator = await startSimulator({ scenario: 'shipped' });
 * const headers = { Authorization: 'Bearer test-api-key' };
 * const response = await fetch(`${simulator.baseUrl}/store/orders`, { headers });
 * @example
 * const scenario = { orders: [{ id: 1001 }, { id: 9007199254740993n, status: 'shipped' }] };
 * await using simulator = await startSimulator({ scenario, gap: { 'conflict-body': 'error' } });
 */
export async function startSimulator(options: StartOptions = {}): Promise<Simulator> {
  const problems = [...findOptionProblems(options)];
  if (problems.length > 0) throw new UserError(problems);
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
  const choices = await gather(readChoices(options), problems);
  const scenarios = await gather(openScenarios(options), problems);
  if (choices === undefined || scenarios === undefined) throw new UserError(problems);
  const { profile, gaps } = choices;
  const [first, second] = scenarios;
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

/** Opens the scenarios of production and staging. Throws one UserError with the problems of both, and of the folder. */
async function openScenarios(options: StartOptions): Promise<[Scenario, Scenario]> {
  const { scenarioInline, stagingScenario, scenarios: folder, maxOrders = defaults.maxOrders } = options;
  const { scenario = defaults.scenario } = options;
  const catalog = createCatalog({ folder, maxOrders, allowPaths: true });
  const open = (given: string | InlineScenario, name: string) =>
    typeof given === 'string' ? catalog.open(given) : readScenarioObject(given, { name, maxOrders });
  const inline = { scenario: 'inline', source: 'inline', maxOrders } as const;
  const problems: Problem[] = [];
  if (folder !== undefined) await gather(validateFolder(catalog), problems);
  const first = await gather(
    scenarioInline === undefined
      ? open(scenario, 'scenario')
      : readScenario({ name: 'inline', text: scenarioInline }, inline),
    problems,
  );
  const second =
    stagingScenario === undefined ? first : await gather(open(stagingScenario, 'stagingScenario'), problems);
  if (first === undefined || second === undefined || problems.length > 0) throw new UserError(problems);
  return [first, second];
}

/** Returns the value of a promise. Adds the problems of a UserError to `problems` and returns undefined. */
async function gather<T>(promise: Promise<T>, problems: Problem[]): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // A file can be both in the folder and the scenario to start with.
    const known = new Set(problems.map(formatProblem));
    problems.push(...error.problems.filter((problem) => !known.has(formatProblem(problem))));
    return undefined;
  }
}

type ProfileChoices = { readonly profile: ProfileName | undefined; readonly gaps: GapChoiceTexts };

async function readChoices({ profile, gap = {} }: StartOptions): Promise<ProfileChoices> {
  const given = Object.entries(gap).filter(([, choice]) => choice !== undefined);
  const gaps: GapChoiceTexts = Object.fromEntries(given);
  if (profile === undefined || isProfileName(profile)) return { profile, gaps };
  const file = await readProfileFile(profile);
  return { profile: file.profile, gaps: { ...file.gaps, ...gaps } };
}
