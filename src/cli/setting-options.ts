import { type Command, Option } from 'commander';
import { settingVariable } from '../settings/setting.ts';
import type { SettingFlags } from '../settings/setting-sources.ts';
import { isSettingKey, settingKeys, settingOf } from '../settings/settings-table.ts';
import { defaultOf, usage } from '../settings/show-settings.ts';

/** Gives a command a flag for every setting. Defaults are left to the settings, which have to know the source. */
export function addSettingOptions(command: Command): Command {
  for (const key of settingKeys) {
    const setting = settingOf(key);
    const variables = [settingVariable(key), setting.alsoVariable].filter((name) => name !== undefined);
    const rest = defaultOf(setting, (text) => `default ${text}`);
    const option = new Option(usage(key), `${setting.says} (${variables.join(', ')}; ${rest})`);
    if (setting.bare !== undefined) option.preset(setting.bare);
    if (setting.joinedBy !== undefined) option.argParser(collect);
    command.addOption(option);
  }
  return command;
}

/** The settings among the parsed options of a command. */
export function settingFlags(options: Readonly<Record<string, unknown>>): SettingFlags {
  const given = Object.entries(options).filter(([key, value]) => isSettingKey(key) && value !== undefined);
  return Object.fromEntries(given) as SettingFlags;
}

function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}
