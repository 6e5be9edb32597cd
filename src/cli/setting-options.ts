import { type Command, Option } from 'commander';
import { settingVariable } from '../settings/setting.ts';
import type { SettingFlags } from '../settings/setting-sources.ts';
import { isSettingKey, type SettingKey, settingKeys, settingOf } from '../settings/settings-table.ts';
import { defaultOf, usage } from '../settings/show-settings.ts';

/** Gives a command a flag for every setting. Defaults are left to the settings, which have to know the source. */
export function addSettingOptions(command: Command): Command {
  for (const key of settingKeys) {
    const setting = settingOf(key);
    const variables = [settingVariable(key), setting.alsoVariable].filter((name) => name !== undefined);
    const rest = defaultOf(setting, (text) => `default ${text}`);
    const option = new Option(usage(key), `${setting.says} (${variables.join(', ')}; ${rest})`);
    if (setting.joinedBy !== undefined) option.argParser(collect);
    command.addOption(option);
  }
  return command;
}

/** The settings among the parsed options of a command; the parser gives `true` for a flag without its value. */
export function settingFlags(options: Readonly<Record<string, unknown>>): SettingFlags {
  const flags: Partial<Record<SettingKey, string | readonly string[]>> = {};
  for (const [key, given] of Object.entries(options)) {
    if (!isSettingKey(key)) continue;
    const text = given === true ? settingOf(key).bare : given;
    if (typeof text === 'string') flags[key] = text;
    else if (Array.isArray(text)) flags[key] = text.map(String);
  }
  return flags;
}

function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}
