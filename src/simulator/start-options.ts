import type { InlineScenario } from '../control-api.ts';
import type { TlsCertificate } from '../http/tls.ts';
import { hasScenarioFile, nothingToWatch } from '../options/settings.ts';
import { isSettingKey, settingOf } from '../options/settings-table.ts';
import { nearestHint } from '../text/nearest.ts';
import { shorten } from '../text-place.ts';
import { type Problem, UserError } from '../user-error.ts';
import type { OnControlRequest } from './control-api/report-requests.ts';
import type { GapKey } from './environment/gaps/gaps.ts';
import { readGapChoice } from './environment/gaps/read-choice.ts';
import type { OnStore } from './environment/store/store-client.ts';
import type { OnError, OnRequest } from './service/reports.ts';
import type { WatchEvent } from './watch-event.ts';

/** Options of `startSimulator`. Each has the meaning and the default of the setting of the same name, except ports. */
export type StartOptions = {
  /**
   * The name of a scenario, the path of a scenario file, or the scenario itself, as `createEnvironment` accepts it. An id
   * that a number cannot hold is a bigint: `9007199254740993n`.
   * @default 'mixed'
   * @example
   * const scenario = { orders: [{ id: 1001, status: 'pending' }], handles: { pending: 1001 } };
   */
  readonly scenario?: string | InlineScenario | undefined;
  /** The scenario of the environment `staging`, given like `scenario`. @default the same as `scenario` */
  readonly stagingScenario?: string | InlineScenario | undefined;
  /** The text of a scenario in YAML. Used instead of `scenario`. */
  readonly scenarioInline?: string | undefined;
  /** A folder of scenarios that override and extend the built-in ones. */
  readonly scenarios?: string | undefined;
  /**
   * Whether to load a scenario again when its file changes: that of production, that of staging, and those of the folder.
   * @default false
   */
  readonly watch?: boolean | undefined;
  /** Called when `watch` has read a changed file. @default prints the problems of an invalid file to stderr */
  readonly onWatch?: ((event: WatchEvent) => void) | undefined;
  /**
   * More environments to create at the start: YAML or JSON text that maps names to what `PUT /environments/{name}` accepts, the
   * path of such a file, or a folder with a file for each name. Their API keys are by default those of production.
   */
  readonly environments?: string | undefined;
  /** The maximum number of orders of a scenario. @default 100000 */
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
  /** With a profile file: the preset for the gaps that the file has no choice for. @default the preset of the file */
  readonly unknown?: string | undefined;
  /** Choices that override the profile, by gap key: `{ 'conflict-body': 'error' }`. */
  readonly gaps?: Readonly<Partial<Record<GapKey, string>>> | undefined;
  /** Whether responses name the gaps that they rely on, in the header `Sim-Gaps`. @default false */
  readonly gapsHeader?: boolean | undefined;
  /**
   * A cell of `matrix` as JSON, imposed on every environment: `{ "gaps": { "etag": "on" }, "faults": [] }`.
   * @default the variable SIM_CELL of this process
   */
  readonly cell?: string | undefined;
  /** The file to which a line of JSON is appended for each exchange. @default the variable SIM_RECORD of this process */
  readonly record?: string | undefined;
  /** The port of the service. @default 0, any free port */
  readonly port?: number | undefined;
  /** The address on which the service listens. @default '127.0.0.1' */
  readonly host?: string | undefined;
  /**
   * The address at which clients reach the service, without `/v1`: `https://orders.test`. Every base address begins with it.
   * @default the address on which the service listens, or the host by which a client called the control API
   */
  readonly publicUrl?: string | undefined;
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
  /** The name of this process in `GET /environments` and `/metrics`. @default the host name of the machine */
  readonly replica?: string | undefined;
  /** The address of a Valkey or Redis that several processes share: `redis://host:6379`. @default none */
  readonly store?: string | undefined;
  /** Called when the connection to the store is lost or restored, and when settings have no effect. @default prints a line to stderr */
  readonly onStore?: OnStore | undefined;
  /** The number of exchanges that the journal of an environment keeps. @default 1000 */
  readonly journalSize?: number | undefined;
  /** Serves https with this certificate. */
  readonly certificate?: TlsCertificate | undefined;
  /** Called for errors in the simulator itself. @default prints the error to stderr */
  readonly onError?: OnError | undefined;
  /** Called after each request of the service. */
  readonly onRequest?: OnRequest | undefined;
  /** Called after each request of the control API. */
  readonly onControlRequest?: OnControlRequest | undefined;
};

type Form = 'text' | 'number' | 'boolean' | 'texts' | 'scenario' | 'choices' | 'certificate' | 'function';

/** The form of every option. The range of an option that is a setting is that of the setting. */
const forms: { readonly [Key in keyof Required<StartOptions>]: Form } = {
  scenario: 'scenario',
  stagingScenario: 'scenario',
  scenarioInline: 'text',
  scenarios: 'text',
  watch: 'boolean',
  onWatch: 'function',
  environments: 'text',
  maxOrders: 'number',
  apiKey: 'texts',
  stagingApiKey: 'texts',
  seed: 'number',
  profile: 'text',
  unknown: 'text',
  gaps: 'choices',
  gapsHeader: 'boolean',
  cell: 'text',
  record: 'text',
  port: 'number',
  host: 'text',
  publicUrl: 'text',
  control: 'boolean',
  controlPort: 'number',
  controlHost: 'text',
  controlToken: 'text',
  controlHosts: 'texts',
  replica: 'text',
  store: 'text',
  onStore: 'function',
  journalSize: 'number',
  certificate: 'certificate',
  onError: 'function',
  onRequest: 'function',
  onControlRequest: 'function',
};

/** Returns whether a text is the key of an option. */
export function isStartOption(key: string): key is keyof StartOptions {
  return Object.hasOwn(forms, key);
}

/** Throws one UserError with every problem of the options. */
export function checkOptions(options: unknown): void {
  const problems = findOptionProblems(options);
  if (problems.length > 0) throw new UserError(problems);
}

/**
 * Returns every problem of the options: unknown keys, wrong types, values out of range, options that exclude each other.
 * It trusts no part of the value, since JavaScript calls `startSimulator` too. Scenarios are read later.
 */
export function findOptionProblems(options: unknown): readonly Problem[] {
  if (!isObject(options))
    return [{ what: `the options of startSimulator are ${describe(options)}`, expected: 'an object' }];
  const problems = Object.entries(options).flatMap(([key, value]): readonly Problem[] => {
    if (!isStartOption(key)) {
      const hint = nearestHint(key, Object.keys(forms));
      return [{ what: `startSimulator has no option ${JSON.stringify(key)}`, hint }];
    }
    return value === undefined ? [] : findValueProblems(key, value);
  });
  return [...problems, ...findConflicts(options)];
}

function findValueProblems(key: keyof StartOptions, value: unknown): readonly Problem[] {
  const wrong = (expected: string): readonly Problem[] => [
    {
      where: key,
      what: `is ${isSecret(key) && typeof value === 'string' ? 'a string' : describe(value)}`,
      expected,
    },
  ];
  switch (forms[key]) {
    case 'text':
      return typeof value === 'string' ? readSetting(key, value) : wrong('a string');
    case 'number':
      return typeof value === 'number' ? readSetting(key, value) : wrong('a number');
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('true or false');
    case 'function':
      return typeof value === 'function' ? [] : wrong('a function');
    case 'texts': {
      const isList =
        Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
      return isList ? value.flatMap((one) => readSetting(key, one)) : wrong('an array of strings');
    }
    case 'scenario':
      if (typeof value === 'string') return readSetting(key, value);
      return isObject(value) ? [] : wrong('a name, the path of a file, or an object with the scenario');
    case 'choices':
      return isObject(value) ? findChoiceProblems(key, value) : wrong('an object with a choice for each gap');
    case 'certificate': {
      const isPair = isObject(value) && typeof value.cert === 'string' && typeof value.key === 'string';
      return isPair ? [] : wrong('an object with cert and key, in PEM');
    }
  }
}

/** Reads a value as its setting does. A problem of a secret does not contain the value. */
function readSetting(key: keyof StartOptions, value: string | number): readonly Problem[] {
  if (!isSettingKey(key)) return [];
  // The separator of a setting is no part of an element.
  const text = forms[key] === 'texts' ? String(value).replaceAll(',', ' ') : String(value);
  const reading = settingOf(key).read(text);
  if (reading.kind === 'value') return [];
  return [
    { ...reading.problem, where: key, what: isSecret(key) ? reading.problem.what : `is ${describe(value)}` },
  ];
}

function findChoiceProblems(key: keyof StartOptions, choices: Loose): readonly Problem[] {
  return Object.entries(choices).flatMap(([gap, choice]) => {
    if (choice === undefined) return [];
    const reading = readGapChoice(gap, String(choice));
    return reading.kind === 'problem' ? [{ ...reading.problem, where: `${key}:` }] : [];
  });
}

function findConflicts(options: Loose): readonly Problem[] {
  const { scenario, scenarioInline, control, port, controlPort, watch } = options;
  const problems: Problem[] = [];
  if (watch === true && !hasScenarioFile(options)) problems.push({ where: 'watch', ...nothingToWatch });
  if (scenario !== undefined && scenarioInline !== undefined)
    problems.push({
      where: 'scenarioInline',
      what: 'and scenario exclude each other',
      hint: 'remove one of them',
    });
  if (control !== false && port !== undefined && port !== 0 && port === controlPort)
    problems.push({
      where: 'controlPort',
      what: `and port are both ${describe(port)}`,
      hint: 'choose another port for the control API',
    });
  return problems;
}

type Loose = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSecret(key: keyof StartOptions): boolean {
  return isSettingKey(key) && settingOf(key).secret === true;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (value === null || ['number', 'bigint', 'boolean', 'undefined'].includes(typeof value))
    return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
