import { nearestHint } from '../shared/nearest.ts';
import type { Problem } from '../shared/user-error.ts';
import { flagOf, settingVariable } from './setting.ts';
import { type SettingKey, settingKeys, settingOf } from './settings-table.ts';

/** The text that a source gives for a setting, and where it stands there: `--port`, `SIM_PORT`, `sim.yaml:3:7`. */
export type GivenText = {
  readonly text: string;
  readonly where: string;
  /** What a problem calls the setting, where `where` does not name it. */
  readonly subject?: string;
};

/** What one source gives: texts by key, and what is wrong with the source itself. */
export type SettingSource = {
  readonly texts: ReadonlyMap<SettingKey, GivenText>;
  readonly problems: readonly Problem[];
};

/** Flags as parsed from a command line: by key, a repeatable one as a list. */
export type SettingFlags = Readonly<Partial<Record<SettingKey, string | readonly string[]>>>;

/** A process environment: `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that begin with `SIM_` and are no setting: the config file, and stacks in error messages. */
export const otherVariables = ['SIM_CONFIG', 'SIM_DEBUG'] as const;

/** The settings that flags give. */
export function flagSource(flags: SettingFlags): SettingSource {
  const texts = new Map<SettingKey, GivenText>();
  for (const key of settingKeys) {
    const given = flags[key];
    if (given === undefined) continue;
    texts.set(key, { text: joined(key, given), where: flagOf(key) });
  }
  return { texts, problems: [] };
}

/**
 * The settings that environment variables give; an empty one gives nothing. Every variable that begins with `SIM_` and
 * means nothing is a problem, since it is most likely misspelled.
 */
export function variableSource(variables: Variables): SettingSource {
  const texts = new Map<SettingKey, GivenText>();
  for (const key of settingKeys) {
    const names = [settingVariable(key), settingOf(key).alsoVariable];
    const name = names.find((each) => each !== undefined && isSet(variables[each]));
    if (name !== undefined) texts.set(key, { text: variables[name] ?? '', where: name });
  }
  return { texts, problems: unknownVariables(variables) };
}

/** One text out of a list of them, joined as the setting is separated. */
export function joined(key: SettingKey, given: string | readonly string[]): string {
  return typeof given === 'string' ? given : given.join(settingOf(key).joinedBy ?? ',');
}

function unknownVariables(variables: Variables): readonly Problem[] {
  const known = [...settingKeys.map(settingVariable), ...otherVariables];
  return Object.keys(variables)
    .filter((name) => name.startsWith('SIM_') && isSet(variables[name]) && !known.includes(name))
    .map((name) => ({ where: name, what: 'is no setting', hint: hintFor(name, known) }));
}

function hintFor(name: string, known: readonly string[]): string {
  // Kubernetes sets these for every Service in reach; ours is called sim then.
  if (/^SIM_(SERVICE_|PORT_[0-9]+_)/.test(name)) {
    return 'it looks like a variable that Kubernetes sets for a Service named sim: set enableServiceLinks: false';
  }
  return nearestHint(name, known);
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}
