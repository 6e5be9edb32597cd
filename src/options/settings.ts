import { nearestHint } from '../text/nearest.ts';
import { isFilePath } from '../text/yaml-file.ts';
import { type Problem, UserError } from '../user-error.ts';
import { flagOf } from './option-row.ts';
import { processVariables, type Variables } from './process-variables.ts';
import {
  type SettingKey,
  type Settings,
  settingKeys,
  settingOf,
  settingVariable,
  variablesOf,
} from './settings-table.ts';

/** Parsed flags by key. A repeatable flag is a list, and a flag without a value is `true`. */
export type SettingFlags = Readonly<Partial<Record<SettingKey, string | readonly string[] | true>>>;

/** All settings, and the source of each: `--port`, `SIM_PORT`, `default`. */
export type SettingsReading = {
  readonly settings: Settings;
  readonly sources: Readonly<Record<SettingKey, string>>;
};

export type SettingsInput = {
  readonly flags?: SettingFlags;
  /** @default process.env */
  readonly variables?: Variables | undefined;
};

/**
 * Reads every setting. A flag overrides a variable, and a variable overrides the default. Throws a UserError with the
 * problems of all sources.
 */
export function readSettings({
  flags = {},
  variables = processVariables(),
}: SettingsInput = {}): SettingsReading {
  const problems: Problem[] = [...unknownVariables(variables)];
  const given: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const key of settingKeys) {
    const found = givenText(key, flags, variables);
    sources[key] = found?.where ?? 'default';
    if (found === undefined) continue;
    const reading = settingOf(key).read(found.text);
    if (reading.kind === 'problem') problems.push({ where: found.where, ...reading.problem });
    else given[key] = reading.value;
  }
  if (problems.length === 0) problems.push(...findConflicts(given, flagOf));
  if (problems.length > 0) throw new UserError(problems);
  const settings = Object.fromEntries(settingKeys.map((key) => [key, given[key] ?? settingOf(key).default]));
  // Every key was read by the reader of its row.
  return { settings: settings as Settings, sources: sources as SettingsReading['sources'] };
}

/** Returns the text of a setting, and its source. An empty variable counts as not set. */
function givenText(key: SettingKey, flags: SettingFlags, variables: Variables) {
  const { bare = '', joinedBy } = settingOf(key);
  const flag = flags[key] === true ? bare : flags[key];
  if (flag !== undefined)
    return { text: typeof flag === 'string' ? flag : flag.join(joinedBy), where: flagOf(key) };
  const where = variablesOf(key).find((name) => variables[name]);
  return where === undefined ? undefined : { text: variables[where] ?? '', where };
}

/** An unknown variable that begins with `SIM_` is a problem, because it is probably misspelled. */
function unknownVariables(variables: Variables): readonly Problem[] {
  const known = [...settingKeys.map(settingVariable), 'SIM_CELL', 'SIM_RECORD', 'SIM_DEBUG'];
  return Object.keys(variables)
    .filter((name) => name.startsWith('SIM_') && variables[name] && !known.includes(name))
    .map((name) => ({ where: name, what: 'is not a setting', hint: hintFor(name, known) }));
}

function hintFor(name: string, known: readonly string[]): string {
  // Kubernetes sets these variables in every pod if a Service is named sim.
  if (/^SIM_(SERVICE_|PORT_[0-9]+_)/.test(name))
    return 'Kubernetes sets this variable for a Service named sim: set enableServiceLinks to false';
  return nearestHint(name, known);
}

/**
 * Returns the problems of settings that are valid one by one but not together.
 *
 * @param given the settings without defaults
 * @param nameOf names a setting: as a flag, or as an option of `startSimulator`
 */
export function findConflicts(
  given: Readonly<Partial<Record<SettingKey, unknown>>>,
  nameOf: (key: SettingKey) => string,
): readonly Problem[] {
  const { watch, scenario, scenarios, stagingScenario, tls, tlsCaFile } = given;
  const problems: Problem[] = [];
  const exclude = (one: SettingKey, other: SettingKey): void => {
    if (given[one] === undefined || given[other] === undefined) return;
    const what = `and ${nameOf(other)} exclude each other`;
    problems.push({ where: nameOf(one), what, hint: 'remove one of them' });
  };
  const isFile = (one: unknown) => typeof one === 'string' && isFilePath(one);
  if (watch === true && scenarios === undefined && !isFile(scenario) && !isFile(stagingScenario)) {
    const expected = 'a scenario file, a staging scenario file, or a folder of scenarios';
    problems.push({ where: nameOf('watch'), what: 'has nothing to watch', expected });
  }
  exclude('scenarioInline', 'scenario');
  if (tls === 'self-signed') exclude('tls', 'tlsCert');
  else if (tlsCaFile !== undefined) {
    const what = 'has no effect without a generated CA';
    problems.push({ where: nameOf('tlsCaFile'), what, hint: 'add --tls self-signed' });
  }
  return problems;
}
