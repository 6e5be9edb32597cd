import { andMore } from './amounts.ts';
import {
  type Block,
  type Card,
  type Evidence,
  type Fact,
  type Line,
  type Piece,
  piecesOf,
  plainLine,
  type ReportDocument,
  type Section,
  sectionsFor,
  sentence,
  verdictMark,
} from './document.ts';
import { plainText } from './plain-text.ts';
import { timelineLines } from './timeline.ts';

/** GitHub truncates a job summary at 1 MiB. */
const maxEvidence = 5;
const maxRows = 20;

/** Formats a document as GitHub-flavoured Markdown, for a job summary. */
export function renderMarkdown(document: ReportDocument): string {
  const { title, subject, verdict, scope, alert } = document;
  const alerts = (alert?.lines ?? []).map(
    (line) => (alert?.incomplete ? '**Incomplete.** ' : '') + inline(line),
  );
  const lines = [
    `## ${verdictMark(document).sign} ${inline(`${title}: ${subject} ${verdict}`)}`,
    ...alerts.flatMap((line) => ['', `> ${line}`]),
    ...['', inline(`${scope}.`)],
    ...sectionsFor(document, 'markdown').flatMap(sectionLines),
  ];
  return `${lines.join('\n')}\n`;
}

function sectionLines({ heading, note, blocks }: Section): readonly string[] {
  return [
    ...(heading === undefined ? [] : ['', `### ${inline(heading)}`]),
    ...(note === undefined ? [] : ['', inline(sentence(note))]),
    ...blocks.flatMap((block) => ['', ...blockLines(block)]),
  ];
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case 'card':
      return cardLines(block);
    case 'text':
      return [lineText(block.line)];
    case 'list': {
      const { rows, noun } = block;
      const shown = noun === undefined ? rows : rows.slice(0, maxRows);
      return [...shown, ...andMore(rows.length, shown.length, noun ?? '')].map((row) => `- ${lineText(row)}`);
    }
    case 'table':
      return table(
        block.columns,
        block.rows.map((row) => row.map(lineText)),
      );
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head.map(inline)), row(head.map(() => '---')), ...rows.map(row)];
}

function cardLines({ mark, title, suffix, text, evidence, total }: Card): readonly string[] {
  const shown = evidence.slice(0, maxEvidence);
  return [
    `### ${mark.sign} ${inline(`${title} ${suffix}`)}`,
    ...(text === undefined ? [] : ['', inline(text)]),
    ...shown.flatMap(evidenceLines),
    ...andMore(total, shown.length, 'finding').flatMap((more) => ['', more]),
  ];
}

/** Prose first, then data in a code block. */
function evidenceLines({ heading, facts, timeline, command }: Evidence): readonly string[] {
  const prose = facts.filter(({ literal }) => literal !== true);
  const data = [
    ...(heading === undefined ? [] : [heading]),
    ...facts.filter(({ literal }) => literal === true).flatMap(literalLines),
    ...(timeline === undefined ? [] : timelineLines(timeline)),
  ];
  return [
    '',
    ...prose.map(({ name, lines }) => `- ${inline(name)}: ${lines.map(lineText).join('<br>')}`),
    ...(prose.length === 0 ? [] : ['']),
    ...(data.length === 0 ? [] : fenced('text', data)),
    ...(command === undefined ? [] : fenced('sh', command.lines.map(plainLine))),
  ];
}

function literalLines({ name, lines }: Fact): readonly string[] {
  return lines.map((line, at) => `${(at === 0 ? name : '').padEnd(8)} ${plainLine(line)}`);
}

/** Formats lines as a code block. The fence is longer than any run of backticks in the lines. */
function fenced(language: string, given: readonly string[]): readonly string[] {
  const lines = given.map(plainText);
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [fence + language, ...lines, fence];
}

/** Escapes every character that Markdown interprets, and every link that GitHub would create by itself. */
function inline(text: string): string {
  return plainText(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~:@$^=]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function lineText(line: Line): string {
  return piecesOf(line).map(pieceText).join('');
}

function pieceText(piece: Piece): string {
  if (typeof piece === 'string') return inline(piece);
  if ('code' in piece) return code(plainText(piece.code));
  return 'to' in piece ? `[${inline(piece.link)}](${piece.to})` : inline(piece.text);
}

function code(text: string): string {
  return text === '' || /[`\\|]/.test(text) ? inline(text) : `\`${text}\``;
}
