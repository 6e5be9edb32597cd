import type { SettingView } from '../control-api.ts';
import { formatDuration } from '../text/duration.ts';
import { flagOf, type Setting } from './option-row.ts';
import type { SettingsReading } from './settings.ts';
import { type SettingKey, settingKeys, settingOf, settingVariable } from './settings-table.ts';

/** Formats settings as a text table of key, value and source. */
export function settingsAsText(reading: SettingsReading): string {
  const views = settingViews(reading).map(({ key, value, source }) => [key, value, source]);
  const rows = [['SETTING', 'VALUE', 'FROM'], ...views];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

/** Returns settings as the control API shows them. */
export function settingViews({ settings, sources }: SettingsReading): readonly SettingView[] {
  return settingKeys.map((key) => settingView(key, settings[key], sources[key]));
}

/** Returns a setting as the control API shows it: `(secret)` for a secret that was given. Undefined is the default. */
export function settingView(key: SettingKey, given: unknown, source: string): SettingView {
  const setting = settingOf(key);
  const value = given ?? setting.default;
  const text = value === undefined ? `(${defaultOf(setting)})` : textOf(value, setting);
  return {
    key,
    flag: flagOf(key),
    variable: settingVariable(key),
    value: setting.secret === true && source !== 'default' ? '(secret)' : text,
    source,
    description: setting.description,
  };
}

/** Returns the flag of a setting with its argument: `--port <port>`, `--tls [off|self-signed]`. */
export function usage(key: SettingKey): string {
  const { argument, bare } = settingOf(key);
  const name = argument.toLowerCase();
  return `${flagOf(key)} ${bare === undefined ? `<${name}>` : `[${name}]`}`;
}

/** Returns the default value, formatted by `show`, or the sentence that describes an unset setting. */
export function defaultOf(setting: Setting, show = (text: string) => text): string {
  const { default: value, unset = 'none' } = setting;
  return value === undefined ? unset : show(textOf(value, setting));
}

function textOf(value: unknown, { argument }: Setting): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (argument === 'DURATION') return formatDuration(Number(value));
  if (Array.isArray(value)) return value.join();
  if (typeof value !== 'object') return String(value).replace(/\s+/g, ' ');
  return Object.entries(value ?? {})
    .map(([key, choice]) => `${key}=${choice}`)
    .join(';');
}
