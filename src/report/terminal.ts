import { styleText } from 'node:util';
import { andMore } from './amounts.ts';
import {
  type Block,
  type Card,
  type Evidence,
  type Line,
  piecesOf,
  type ReportDocument,
  sectionsOf,
  type Tone,
  textOf,
  verdictMark,
} from './document.ts';

const maxEvidence = 3;

type Style = Tone | 'bold';
type Paint = (line: Line, ...styles: readonly Style[]) => string;

const colours = { good: 'green', bad: 'red', warn: 'yellow', soft: 'gray', bold: 'bold' } as const;

const plain: Paint = (line) => piecesOf(line).map(textOf).join('');

const coloured: Paint = (line, ...styles) =>
  piecesOf(line)
    .map((piece) => {
      const tones = typeof piece === 'object' ? [...styles, piece.tone] : styles;
      const names = tones.map((style) => colours[style]);
      return styleText(names, textOf(piece), { validateStream: false });
    })
    .join('');

/** Formats a document for a terminal. The text contains escape sequences only if `colour` is true. */
export function renderTerminal(
  document: ReportDocument,
  { colour = false }: { readonly colour?: boolean } = {},
): string {
  const paint = colour ? coloured : plain;
  const sections = sectionsOf(document).flatMap(({ heading, note, blocks }) => {
    const about = note === undefined ? '' : ` ${paint(`(${note})`, 'soft')}`;
    const title = heading === undefined ? [] : ['', paint(heading, 'bold') + about];
    return [...title, ...blocks.flatMap((block) => blockLines(block, paint))];
  });
  return `${[...headLines(document, paint), ...sections].join('\n')}\n`;
}

/** Formats a card without its title as plain text. */
export function cardText(card: Card, max: number): readonly string[] {
  return cardLines(card, plain, max);
}

function headLines(document: ReportDocument, paint: Paint): readonly string[] {
  const { subject, verdict, scope, alert } = document;
  const { sign, tone } = verdictMark(document);
  const alerts = (alert?.lines ?? []).map((line) => paint(line));
  return [
    ...(alert?.incomplete ? alerts.map((line) => `${paint('✘ incomplete', 'bad', 'bold')} ${line}`) : []),
    `${paint(`${sign} ${subject}`, tone, 'bold')} ${paint(verdict)}`,
    `  ${paint(scope, 'soft')}`,
    ...(alert?.incomplete ? [] : alerts.map((line) => `  ${line}`)),
  ];
}

/** Formats a block as lines of text; by default as plain text. */
export function blockLines(block: Block, paint: Paint = plain): readonly string[] {
  switch (block.kind) {
    case 'card': {
      const { mark, title, suffix } = block;
      const name = `${paint(mark.sign, mark.tone, 'bold')} ${paint(title, 'bold')}`;
      return ['', `${name} ${paint(suffix)}`, ...cardLines(block, paint, maxEvidence)];
    }
    case 'list':
      return block.rows.map((row) => `  ${paint(row)}`);
    case 'table':
      return tableLines(block.rows, paint);
  }
}

function tableLines(rows: readonly (readonly Line[])[], paint: Paint): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, plain(cell).length);
  return rows.map((row) => {
    const cells = row.map((cell, at) => {
      const space = at === row.length - 1 ? 0 : (widths[at] ?? 0) - plain(cell).length;
      return paint(cell) + ' '.repeat(space);
    });
    return `  ${cells.join('  ')}`;
  });
}

function cardLines({ text, evidence, total }: Card, paint: Paint, max: number): readonly string[] {
  const shown = evidence.slice(0, max);
  return [
    ...(text === undefined ? [] : [`  ${paint(text)}`]),
    ...shown.flatMap((one) => evidenceLines(one, paint)),
    ...andMore(total, shown.length, 'finding').map((more) => `    ${paint(more, 'soft')}`),
  ];
}

function evidenceLines({ heading, facts }: Evidence, paint: Paint): readonly string[] {
  return [
    ...(heading === undefined ? [] : [`    ${paint(heading, 'bold')}`]),
    ...facts.flatMap(({ name, lines }) =>
      lines.map((line, at) => `    ${paint((at === 0 ? name : '').padEnd(12), 'soft')} ${paint(line)}`),
    ),
  ];
}
