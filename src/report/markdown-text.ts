import { plainText } from './plain-text.ts';

/** Escapes every character that Markdown interprets, and every link that GitHub would create by itself. */
export function inline(text: string): string {
  return plainText(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~:@$^=]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Formats lines as a code block. The fence is longer than any run of backticks in the lines. */
export function fenced(language: string, lines: readonly string[]): readonly string[] {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [fence + language, ...lines, fence];
}

/** Returns an empty line and a table of Markdown cells. Escape them with `inline`. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', row(head), row(head.map(() => '---')), ...rows.map(row)];
}
