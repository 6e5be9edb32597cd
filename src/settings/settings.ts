import { type Problem, UserError } from '../shared/user-error.ts';
import { contradictions } from './contradictions.ts';
import {
  flagSource,
  type GivenText,
  type SettingFlags,
  type SettingSource,
  type Variables,
  variableSource,
} from './setting-sources.ts';
import { isSettingKey, type SettingKey, type Settings, settingKeys, settingOf } from './settings-table.ts';

/** The settings, and for each where it comes from: `--port`, `SIM_PORT`, `sim.yaml:3:7`, `default`. */
export type SettingsReading = {
  readonly settings: Settings;
  readonly sources: Readonly<Record<SettingKey, string>>;
};

/** Where settings are read from. */
export type SettingsInput = {
  readonly flags?: SettingFlags;
  /** `process.env` where left out. */
  readonly variables?: Variables;
  /** The path of a config file; `SIM_CONFIG` where left out. */
  readonly configFile?: string | undefined;
};

/**
 * Reads every setting: a flag goes before a variable, a variable before the config file, the file before the default.
 * A `UserError` carries all that is wrong at once. The result is frozen.
 */
export async function readSettings(input: SettingsInput = {}): Promise<SettingsReading> {
  const { flags = {}, variables = process.env, configFile = variables.SIM_CONFIG } = input;
  return settle([flagSource(flags), variableSource(variables), await fileSource(configFile)]);
}

/** Whether error messages shall carry their stack: `--debug` or `SIM_DEBUG=1`. */
export function wantsDebug(args: readonly string[], variables: Variables = process.env): boolean {
  return args.includes('--debug') || ['1', 'true', 'on', 'yes'].includes(variables.SIM_DEBUG ?? '');
}

async function fileSource(configFile: string | undefined): Promise<SettingSource> {
  if (configFile === undefined || configFile === '') return { texts: new Map(), problems: [] };
  const { readConfigFile } = await import('./config-file.ts');
  return readConfigFile(configFile);
}

function settle(sources: readonly SettingSource[]): SettingsReading {
  const problems: Problem[] = sources.flatMap((source) => source.problems);
  const settings: Record<string, unknown> = {};
  const from: Record<string, string> = {};
  for (const key of settingKeys) {
    const given = givenText(key, sources);
    from[key] = given?.where ?? 'default';
    const reading = given === undefined ? undefined : settingOf(key).read(given.text);
    if (given !== undefined && reading?.kind === 'problem') problems.push(placed(reading.problem, given));
    settings[key] = reading?.kind === 'value' ? reading.value : undefined;
  }
  if (problems.length > 0) throw new UserError(problems);
  if (!isComplete(settings)) throw new Error('the settings table and its reading differ');
  const contradicting = contradictions(settings, (key) => from[key] !== 'default');
  if (contradicting.length > 0) throw new UserError(contradicting);
  return Object.freeze({
    settings: Object.freeze(settings),
    sources: Object.freeze(from) as SettingsReading['sources'],
  });
}

function placed(problem: Problem, { where, subject }: GivenText): Problem {
  return { ...problem, where, what: subject === undefined ? problem.what : `${subject} ${problem.what}` };
}

function givenText(key: SettingKey, sources: readonly SettingSource[]): GivenText | undefined {
  for (const { texts } of sources) {
    const given = texts.get(key);
    if (given !== undefined) return given;
  }
  const text = settingOf(key).default;
  return text === undefined ? undefined : { text, where: 'default' };
}

/** Every value came out of the reader of its own row; only that no row is missing remains to be seen. */
function isComplete(settings: object): settings is Settings {
  const keys = Object.keys(settings);
  return keys.length === settingKeys.length && keys.every(isSettingKey);
}
