import type { SettingView } from '../control-api.ts';
import { flagOf, type Setting, settingVariable } from './setting.ts';
import type { SettingsReading } from './settings.ts';
import { type SettingKey, settingKeys, settingOf } from './settings-table.ts';

/** Formats settings as a text table of key, value and source. A secret that was given is shown as `(set)`. */
export function settingsAsText({ settings, sources }: SettingsReading): string {
  const rows = settingKeys.map((key) => [key, shownValue(key, settings[key], sources[key]), sources[key]]);
  return columns([['SETTING', 'VALUE', 'FROM'], ...rows]);
}

/** Returns settings as the control API shows them. */
export function settingViews({ settings, sources }: SettingsReading): readonly SettingView[] {
  return settingKeys.map((key) => settingView(key, settings[key], sources[key]));
}

/** Returns a setting as the control API shows it: `(secret)` for a secret that was given. Undefined is the default. */
export function settingView(key: SettingKey, value: unknown, source: string): SettingView {
  const setting = settingOf(key);
  return {
    key,
    flag: flagOf(key),
    variable: settingVariable(key),
    value: shownValue(key, value ?? setting.default, source, '(secret)'),
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
export function defaultOf(setting: Setting<unknown>, show: (text: string) => string): string {
  return setting.default === undefined ? (setting.unset ?? '') : show(setting.default);
}

function shownValue(key: SettingKey, value: unknown, source: string, hidden = '(set)'): string {
  const setting = settingOf(key);
  if (value === undefined) return `(${setting.unset ?? ''})`;
  // Defaults are public.
  if (setting.secret === true && source !== 'default') return hidden;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = typeof value === 'object' ? flat(value) : String(value);
  return text.replace(/\s+/g, ' ');
}

function flat(value: object | null): string {
  if (Array.isArray(value)) return value.join(',');
  return Object.entries(value ?? {})
    .map(([key, choice]) => `${key}=${choice}`)
    .join(';');
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}
