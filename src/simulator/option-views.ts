import type { SettingView } from '../control-api.ts';
import { type SettingKey, settingKeys } from '../options/settings-table.ts';
import { settingView } from '../options/show-settings.ts';
import { isStartOption } from './option-problems.ts';
import type { StartOptions } from './start-options.ts';

/** By default, an option selects a free port. */
const ports: ReadonlySet<string> = new Set(['port', 'controlPort']);

/** Returns the options of a simulator as settings, for the control API. A setting that is no option is left out. */
export function optionViews(options: StartOptions): readonly SettingView[] {
  const given: Readonly<Record<string, unknown>> = options;
  return settingKeys
    .filter((key) => isStartOption(optionOf(key)))
    .map((key) => {
      const value = given[optionOf(key)];
      if (value === undefined) return settingView(key, ports.has(key) ? 0 : undefined, 'default');
      const isScenario = key === 'scenario' || key === 'stagingScenario';
      return settingView(key, isScenario && typeof value === 'object' ? '(an object)' : value, 'option');
    });
}

/** Each flag `--gap` has one choice, and the option all of them. */
function optionOf(key: SettingKey): string {
  return key === 'gap' ? 'gaps' : key;
}
