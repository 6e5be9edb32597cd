import { isFilePath } from '../text/yaml-file.ts';
import { type Problem, UserError } from '../user-error.ts';
import { flagOf } from './setting.ts';
import {
  flagSource,
  type GivenText,
  type SettingFlags,
  type SettingSource,
  type Variables,
  variableSource,
} from './setting-sources.ts';
import { type SettingKey, type Settings, settingKeys, settingOf } from './settings-table.ts';

/** All settings, and the source of each: `--port`, `SIM_PORT`, `sim.yaml:3:7`, `default`. */
export type SettingsReading = {
  readonly settings: Settings;
  readonly sources: Readonly<Record<SettingKey, string>>;
};

export type SettingsInput = {
  readonly flags?: SettingFlags;
  /** @default process.env */
  readonly variables?: Variables | undefined;
  /** The path of a config file. @default the variable `SIM_CONFIG` */
  readonly configFile?: string | undefined;
};

/**
 * Reads every setting. A flag overrides a variable, a variable overrides the config file, and the config file overrides
 * the default. The result is frozen. Throws a UserError with the problems of all sources.
 */
export async function readSettings(input: SettingsInput = {}): Promise<SettingsReading> {
  const { flags = {}, variables = process.env, configFile = variables.SIM_CONFIG } = input;
  const given = [flagSource(flags), variableSource(variables), await fileSource(configFile)];
  const problems: Problem[] = given.flatMap((source) => source.problems);
  const settings: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const key of settingKeys) {
    const found = given.map(({ find }) => find(key)).find((text) => text !== undefined);
    sources[key] = found?.where ?? 'default';
    const text = found?.text ?? settingOf(key).default;
    const reading = text === undefined ? undefined : settingOf(key).read(text);
    if (reading?.kind === 'problem') problems.push(placed(reading.problem, found));
    settings[key] = reading?.kind === 'value' ? reading.value : undefined;
  }
  if (problems.length > 0) throw new UserError(problems);
  // Every key was read by the reader of its row.
  const complete = settings as Settings;
  const conflicts = conflictsOf(complete, (key) => sources[key] !== 'default');
  if (conflicts.length > 0) throw new UserError(conflicts);
  return Object.freeze({
    settings: Object.freeze(complete),
    sources: Object.freeze(sources) as SettingsReading['sources'],
  });
}

/** Returns whether error messages include the stack: `--debug` or `SIM_DEBUG=1`. */
export function wantsDebug(args: readonly string[], variables: Variables = process.env): boolean {
  return args.includes('--debug') || ['1', 'true', 'on', 'yes'].includes(variables.SIM_DEBUG ?? '');
}

/**
 * Reads the variables of `check`, which are not settings: all of them, because `--api-key-env` names one. An empty variable
 * counts as not set.
 */
export function readCheckVariables(variables: Variables = process.env): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== ''));
}

/** Returns the variables that the command of `matrix` inherits: all of them. */
export function readMatrixVariables(variables: Variables = process.env): Variables {
  return { ...variables };
}

async function fileSource(configFile: string | undefined): Promise<SettingSource> {
  if (configFile === undefined || configFile === '') return { find: () => undefined, problems: [] };
  const { readConfigFile } = await import('./config-file.ts');
  return readConfigFile(configFile);
}

function placed(problem: Problem, found: GivenText | undefined): Problem {
  const what = found?.subject === undefined ? problem.what : `${found.subject} ${problem.what}`;
  return { ...problem, where: found?.where ?? 'default', what };
}

/** The problem of `watch` without a file. The options of `startSimulator` have it too. */
export const nothingToWatch: Problem = {
  what: 'has nothing to watch',
  expected: 'a scenario file, a staging scenario file, or a folder of scenarios',
};

/** Returns whether a scenario of the settings is a file that can change. */
export function hasScenarioFile(
  given: Readonly<Partial<Record<'scenario' | 'stagingScenario' | 'scenarios', unknown>>>,
): boolean {
  const isFile = (one: unknown) => typeof one === 'string' && isFilePath(one);
  return given.scenarios !== undefined || isFile(given.scenario) || isFile(given.stagingScenario);
}

/** Settings that are valid one by one but not together. `given` returns whether any source gave a setting. */
function conflictsOf(settings: Settings, given: (key: SettingKey) => boolean): readonly Problem[] {
  const { control, port, controlPort, tls, tlsCert, tlsKey, scenarioInline } = settings;
  const problems: Problem[] = [];
  const reject = (key: SettingKey, problem: Problem) => problems.push({ where: flagOf(key), ...problem });
  const rejectBoth = (key: SettingKey, other: SettingKey) =>
    reject(key, { what: `and ${flagOf(other)} exclude each other`, hint: 'remove one of them' });
  if (control && port !== 0 && port === controlPort) {
    const what = `and --port are both ${port}`;
    reject('controlPort', { what, hint: 'choose another port for the control API' });
  }
  if (tlsCert !== undefined && tlsKey === undefined)
    reject('tlsCert', { what: 'is given without --tls-key', expected: 'both or none' });
  if (tlsKey !== undefined && tlsCert === undefined)
    reject('tlsKey', { what: 'is given without --tls-cert', expected: 'both or none' });
  if (tls !== 'off' && tlsCert !== undefined) rejectBoth('tls', 'tlsCert');
  else if (tls !== 'off' && tlsKey !== undefined) rejectBoth('tls', 'tlsKey');
  if (tls === 'off' && given('tlsCaFile'))
    reject('tlsCaFile', { what: 'has no effect without a generated CA', hint: 'add --tls self-signed' });
  if (scenarioInline !== undefined && given('scenario')) rejectBoth('scenarioInline', 'scenario');
  if (settings.watch && !hasScenarioFile(settings)) reject('watch', nothingToWatch);
  return problems;
}
