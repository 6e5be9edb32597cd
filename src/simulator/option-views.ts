import { settingKeys } from '../settings/settings-table.ts';
import { settingView } from '../settings/show-settings.ts';
import type { SettingView } from '../shared/control-api.ts';
import { isStartOption, type StartOptions } from './start-options.ts';

/** Returns the options of a simulator as settings, for the control API. A setting that is no option is left out. */
export function optionViews(options: StartOptions): readonly SettingView[] {
  const given = new Map<string, unknown>(Object.entries(options).filter(([, value]) => value !== undefined));
  const defaults = new Map<string, unknown>([
    ['port', 0],
    ['controlPort', 0],
  ]);
  return settingKeys
    .filter(isStartOption)
    .map((key) =>
      settingView(key, given.get(key) ?? defaults.get(key), given.has(key) ? 'option' : 'default'),
    );
}
