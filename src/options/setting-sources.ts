import { nearestHint } from '../text/nearest.ts';
import type { Problem } from '../user-error.ts';
import { flagOf, settingVariable } from './setting.ts';
import { type SettingKey, settingKeys, settingOf, variablesOf } from './settings-table.ts';

/** The text of a setting, and its source: `--port`, `SIM_PORT`, `sim.yaml:3:7`. */
export type GivenText = {
  readonly text: string;
  readonly where: string;
  /** The name of the setting in a problem, if `where` does not contain it. */
  readonly subject?: string;
};

export type SettingSource = {
  readonly find: (key: SettingKey) => GivenText | undefined;
  readonly problems: readonly Problem[];
};

/** Parsed flags by key. A repeatable flag is a list, and a flag without a value is `true`. */
export type SettingFlags = Readonly<Partial<Record<SettingKey, string | readonly string[] | true>>>;

/** A process environment such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

export function flagSource(flags: SettingFlags): SettingSource {
  const find = (key: SettingKey) => {
    const given = flags[key] === true ? settingOf(key).bare : flags[key];
    return given === undefined ? undefined : { text: joined(key, given), where: flagOf(key) };
  };
  return { find, problems: [] };
}

/**
 * Reads settings from environment variables. An empty variable counts as not set. An unknown variable that begins with
 * `SIM_` is a problem, because it is probably misspelled.
 */
export function variableSource(variables: Variables): SettingSource {
  const find = (key: SettingKey) => {
    const where = variablesOf(key).find((name) => variables[name]);
    return where === undefined ? undefined : { text: variables[where] ?? '', where };
  };
  return { find, problems: unknownVariables(variables) };
}

/** Joins the texts of a repeatable setting with its separator. */
export function joined(key: SettingKey, given: string | readonly string[]): string {
  return typeof given === 'string' ? given : given.join(settingOf(key).joinedBy ?? ',');
}

function unknownVariables(variables: Variables): readonly Problem[] {
  const known = [...settingKeys.map(settingVariable), 'SIM_CONFIG', 'SIM_DEBUG'];
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
