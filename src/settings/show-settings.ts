import { flagOf, type Setting, settingVariable } from './setting.ts';
import type { SettingsReading } from './settings.ts';
import { type SettingKey, settingKeys, settingOf } from './settings-table.ts';

/** The settings as a plain table: key, value, source. A secret that was given reads `(set)`. */
export function settingsAsText({ settings, sources }: SettingsReading): string {
  const rows = settingKeys.map((key) => [key, shownValue(key, settings[key], sources[key]), sources[key]]);
  return columns([['SETTING', 'VALUE', 'FROM'], ...rows]);
}

/** The table of settings as the docs show it. */
export function settingsAsMarkdown(): string {
  const rows = settingKeys.map((key) => {
    const setting = settingOf(key);
    const variables = [settingVariable(key), setting.alsoVariable].filter((name) => name !== undefined);
    const cells = [
      `\`${usage(key)}\``,
      variables.map(code).join(', '),
      defaultOf(setting, code),
      setting.says,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| Flag | Variable | Default | What it does |', '|---|---|---|---|', ...rows].join('\n');
}

/** How a flag is written: `--port PORT`, `--tls [off|self-signed]`. */
export function usage(key: SettingKey): string {
  const { argument, bare } = settingOf(key);
  return `${flagOf(key)} ${bare === undefined ? `<${argument}>` : `[${argument}]`}`;
}

/** What holds when no source gives a setting; a value is passed through `show`, a sentence is not. */
export function defaultOf(setting: Setting<unknown>, show: (text: string) => string): string {
  return setting.default === undefined ? (setting.unset ?? '') : show(setting.default);
}

function shownValue(key: SettingKey, value: unknown, source: string): string {
  const setting = settingOf(key);
  if (value === undefined) return `(${setting.unset ?? ''})`;
  // A default is in the docs anyway.
  if (setting.secret === true && source !== 'default') return '(set)';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = typeof value === 'object' ? flat(value) : String(value);
  return text.replace(/\s+/g, ' ');
}

function flat(value: object | null): string {
  if (Array.isArray(value)) return value.join(',');
  return Object.entries(value ?? {})
    .map(([key, answer]) => `${key}=${answer}`)
    .join(';');
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
