import { type ReportDocument, sectionsOf, sentence, verdictMark } from './document.ts';
import { plainText } from './plain-text.ts';
import { blockLines } from './terminal.ts';

/** Formats a document as Markdown, for a job summary: each section is the text of the terminal, as code. */
export function renderMarkdown(document: ReportDocument): string {
  const { title, subject, verdict, scope, alert } = document;
  const incomplete = alert?.incomplete ? '**Incomplete.** ' : '';
  const lines = [
    `## ${verdictMark(document).sign} ${inline(`${title}: ${subject} ${verdict}`)}`,
    ...(alert?.lines ?? []).flatMap((line) => ['', `> ${incomplete}${inline(line)}`]),
    ...['', inline(`${scope}.`)],
    ...sectionsOf(document).flatMap(({ heading, note, blocks }) => [
      ...(heading === undefined ? [] : ['', `### ${inline(heading)}`]),
      ...(note === undefined ? [] : ['', inline(sentence(note))]),
      ...['', ...fenced(blocks.flatMap((block) => blockLines(block)))],
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats lines as a code block. The fence is longer than any run of backticks in the lines. */
function fenced(lines: readonly string[]): readonly string[] {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${fence}text`, ...lines, fence];
}

/** Escapes every character that Markdown interprets, and every link that GitHub would create by itself. */
function inline(text: string): string {
  return plainText(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~:@$^=]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
