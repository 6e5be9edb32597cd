import { type Setting, settingVariable, type ValueOf } from './setting.ts';
import { settingGroups } from './setting-groups.ts';

type Group = (typeof settingGroups)[keyof typeof settingGroups];
type Table = { readonly [Key in Keys<Group>]: Extract<Group, Readonly<Record<Key, unknown>>>[Key] };
type Keys<One> = One extends unknown ? keyof One & string : never;

/** Every setting by its key. */
export const settingsTable = Object.assign({}, ...Object.values(settingGroups)) as Table;

export type SettingKey = keyof Table;

/** The values of all settings. A setting without a default is undefined if no source gives it. Durations are in milliseconds. */
export type Settings = {
  readonly [K in SettingKey]: Table[K] extends { readonly default: string }
    ? ValueOf<Table[K]>
    : ValueOf<Table[K]> | undefined;
};

export const settingKeys: readonly SettingKey[] = Object.keys(settingsTable).filter(isSettingKey);

export function isSettingKey(text: string): text is SettingKey {
  return Object.hasOwn(settingsTable, text);
}

export function settingOf(key: SettingKey): Setting<unknown> {
  return settingsTable[key];
}

/** Returns the environment variables of a setting, in order of precedence. */
export function variablesOf(key: SettingKey): readonly string[] {
  return [settingVariable(key), settingOf(key).alsoVariable].filter((name) => name !== undefined);
}
