import { settingKeys, settingOf, variablesOf } from '../src/options/settings-table.ts';
import { defaultOf, usage } from '../src/options/show-settings.ts';

const code = (text: string): string => `\`${text}\``;

/** The settings as a Markdown table: flag, variables, default and description. */
export function settingTable(): string {
  const rows = settingKeys.map((key) => {
    const setting = settingOf(key);
    const variables = variablesOf(key).map(code).join(', ');
    const cells = [code(usage(key)), variables, defaultOf(setting, code), setting.description];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| Flag | Variable | Default | Description |', '|---|---|---|---|', ...rows].join('\n');
}
