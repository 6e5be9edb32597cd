import { randomBytes } from 'node:crypto';
import { ControlClient } from '../client/control-client.ts';
import { type Problem, UserError } from '../shared/user-error.ts';
import { createNamedScenarios } from './control-api/named-scenarios.ts';
import { machineClock } from './environment/clock.ts';
import type { GapKey } from './environment/gaps/gaps.ts';
import { readGapChoice } from './environment/gaps/read-choice.ts';
import type { GapChoiceTexts } from './environment/initial-state.ts';
import { isProfileName, type ProfileName } from './environment/profile-name.ts';
import { openSimulator } from './open-simulator.ts';
import { type CatalogOptions, createCatalog } from './scenarios/catalog.ts';
import { readProfileFile } from './scenarios/profile-file.ts';
import { defaultMaxOrders, readScenario } from './scenarios/read-scenario.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { validateFolder } from './scenarios/validate-folder.ts';
import type { TlsCertificate } from './server/tls.ts';
import type { OnError, OnRequest } from './service/reports.ts';

/** Options of `startSimulator`, all with the meaning and the default of the setting with the same name. */
export type StartOptions = {
  /** Name of a scenario, or path of a scenario file. @default 'mixed' */
  readonly scenario?: string | undefined;
  /** Scenario of the environment `staging`. @default the same as `scenario` */
  readonly stagingScenario?: string | undefined;
  /** Text of a scenario, used in place of `scenario`. */
  readonly scenarioInline?: string | undefined;
  /** Folder of scenarios that override and extend the built-in ones. */
  readonly scenarios?: string | undefined;
  /** The most orders a scenario may have. @default 1000000 */
  readonly maxOrders?: number | undefined;
  /** API keys of production. @default ['test-api-key'] */
  readonly apiKey?: readonly string[] | undefined;
  /** API keys of staging. @default ['test-staging-key'] */
  readonly stagingApiKey?: readonly string[] | undefined;
  /** Where everything random starts, a whole number from 0. @default 1 */
  readonly seed?: number | undefined;
  /** `least-promise`, `typical`, `vary`, or the path of a profile file. @default what the scenario says, else `least-promise` */
  readonly profile?: string | undefined;
  /** Choices to single gaps, by key: `{ 'conflict-body': 'error' }`. */
  readonly gap?: Readonly<Partial<Record<GapKey, string>>> | undefined;
  /** Whether answers name the gaps that they relied on, in a header `Sim-Gaps`. @default false */
  readonly gapsHeader?: boolean | undefined;
  /** Port of the service. @default 0, any free one */
  readonly port?: number | undefined;
  /** @default '127.0.0.1' */
  readonly host?: string | undefined;
  /** Whether the control API is served. @default true */
  readonly control?: boolean | undefined;
  /** Port of the control API. @default 0, any free one */
  readonly controlPort?: number | undefined;
  /** @default '127.0.0.1' */
  readonly controlHost?: string | undefined;
  /** Bearer token that the control API asks for. @default a random one */
  readonly controlToken?: string | undefined;
  /** Further names by which clients may call the control API, beside the loopback ones. */
  readonly controlHosts?: readonly string[] | undefined;
  /** How many exchanges the journal of an environment keeps. @default 1000 */
  readonly journalSize?: number | undefined;
  /** Serves https with it. */
  readonly certificate?: TlsCertificate | undefined;
  /** Told of what should never happen: an error in the simulator itself. @default writes it to stderr */
  readonly onError?: OnError | undefined;
  /** Told of each answered request of the service: environment, number in its journal, method, target without keys, status, milliseconds. */
  readonly onRequest?: OnRequest | undefined;
};

/** A running simulator. */
export interface Simulator extends AsyncDisposable {
  /** Base address of production, ending in `/v1`. */
  readonly baseUrl: string;
  /** Base address of staging, ending in `/staging/v1`. */
  readonly stagingBaseUrl: string;
  /** Base address of the quickstart, which has `POST /messages`. */
  readonly quickstartUrl: string;
  /** Address of the control API; undefined where it is off. */
  readonly controlUrl: string | undefined;
  /** The bearer token that the control API asks for. */
  readonly controlToken: string;
  /** A client of the control API; undefined where it is off. */
  readonly control: ControlClient | undefined;
  /** Lets requests in flight finish, for `timeoutMs` at most, and ends. Also by `await using`. @default 8000 */
  stop(options?: { readonly timeoutMs?: number }): Promise<void>;
}

/**
 * Starts a simulator in this process, on free ports unless told otherwise. Several can run side by side; they share
 * nothing.
 *
 * Throws a UserError with every problem when the scenario, the profile or an answer is wrong, and with exit code 3 when
 * a port is taken.
 *
 * @example
 * await using simulator = await startSimulator({ scenario: 'shipped' });
 * const answer = await fetch(`${simulator.baseUrl}/store/orders`, { headers: { Authorization: 'Bearer test-api-key' } });
 */
export async function startSimulator(options: StartOptions = {}): Promise<Simulator> {
  const seed = options.seed ?? 1;
  const { profile, gaps } = await readChoices(options);
  const [first, second] = await openScenarios(options);
  const token = options.controlToken ?? randomBytes(32).toString('hex');
  const { host = '127.0.0.1', port = 0, controlHost = '127.0.0.1', controlPort = 0 } = options;
  const initial = await resolveScenario(first, { seed });
  const open = await openSimulator({
    production: {
      initial,
      apiKeys: options.apiKey ?? ['test-api-key'],
    },
    staging: {
      // Nothing of it ever changes, so that both may start from the same one.
      initial: second === first ? initial : await resolveScenario(second, { seed }),
      apiKeys: options.stagingApiKey ?? ['test-staging-key'],
    },
    seed: `${seed}`,
    profile,
    gaps,
    gapsHeader: options.gapsHeader ?? false,
    service: { host, port },
    control:
      options.control === false
        ? undefined
        : {
            host: controlHost,
            port: controlPort,
            token,
            hosts: options.controlHosts ?? [],
            scenarios: createNamedScenarios({
              catalog: createCatalog(catalogOptions(options)),
              first,
              folder: options.scenarios,
            }),
            maxOrders: options.maxOrders ?? defaultMaxOrders,
          },
    certificate: options.certificate,
    machine: machineClock,
    journalSize: options.journalSize,
    onError: options.onError ?? ((error, request) => console.error('a request failed', request, error)),
    onRequest: options.onRequest,
  });
  const stop: Simulator['stop'] = (how) => open.stop(how?.timeoutMs ?? 8_000);
  return {
    baseUrl: `${open.serviceOrigin}/v1`,
    stagingBaseUrl: `${open.serviceOrigin}/staging/v1`,
    quickstartUrl: `${open.serviceOrigin}/quickstart`,
    controlUrl: open.controlOrigin,
    controlToken: token,
    control:
      open.controlOrigin === undefined ? undefined : new ControlClient({ url: open.controlOrigin, token }),
    stop,
    [Symbol.asyncDispose]: () => stop(),
  };
}

async function openScenarios(options: StartOptions): Promise<[Scenario, Scenario]> {
  const { maxOrders, scenarioInline } = options;
  const limits = maxOrders === undefined ? {} : { maxOrders };
  const catalog = createCatalog({ ...catalogOptions(options), allowPaths: true });
  if (options.scenarios !== undefined) await validateFolder(catalog);
  const first =
    scenarioInline === undefined
      ? await catalog.open(options.scenario ?? 'mixed')
      : await readScenario(
          { name: 'inline', text: scenarioInline },
          { scenario: 'inline', source: 'inline', ...limits },
        );
  return [first, options.stagingScenario === undefined ? first : await catalog.open(options.stagingScenario)];
}

function catalogOptions({ scenarios: folder, maxOrders }: StartOptions): CatalogOptions {
  return { folder, ...(maxOrders === undefined ? {} : { maxOrders }) };
}

type GivenChoices = { readonly profile: ProfileName | undefined; readonly gaps: GapChoiceTexts };

async function readChoices({ profile, gap = {} }: StartOptions): Promise<GivenChoices> {
  const problems: Problem[] = [];
  const gaps: Partial<Record<GapKey, string>> = {};
  for (const [key, answer] of Object.entries(gap)) {
    const reading = readGapChoice(key, answer);
    if (reading.kind === 'problem') problems.push(reading.problem);
    else gaps[reading.key] = reading.choice;
  }
  if (problems.length > 0) throw new UserError(problems);
  if (profile === undefined || isProfileName(profile)) return { profile, gaps };
  const file = await readProfileFile(profile);
  return { profile: file.profile, gaps: { ...file.gaps, ...gaps } };
}
