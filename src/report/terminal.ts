import { styleText } from 'node:util';
import { andMore } from './amounts.ts';
import {
  type Block,
  type Card,
  type Evidence,
  type Line,
  type Piece,
  piecesOf,
  plainLine,
  type ReportDocument,
  type Section,
  sectionsFor,
  type Tone,
  verdictMark,
} from './document.ts';
import { plainText } from './plain-text.ts';
import { timelineLines } from './timeline.ts';

const maxEvidence = 3;
const maxRows = 10;

type Style = Tone | 'bold';
type Paint = (text: string, ...styles: readonly Style[]) => string;

const colours = { good: 'green', bad: 'red', warn: 'yellow', soft: 'gray', bold: 'bold' } as const;

function createPaint(colour: boolean): Paint {
  return (text, ...styles) => {
    const names = styles.map((style) => colours[style]);
    return colour ? styleText(names, plainText(text), { validateStream: false }) : plainText(text);
  };
}

/** Formats a document for a terminal. The text contains escape sequences only if `colour` is true. */
export function renderTerminal(
  document: ReportDocument,
  { colour = false }: { readonly colour?: boolean } = {},
): string {
  const paint = createPaint(colour);
  const sections = sectionsFor(document, 'terminal').flatMap((section) => sectionLines(section, paint));
  return `${[...headLines(document, paint), ...sections].join('\n')}\n`;
}

/** Formats a card without its title as plain text. */
export function cardText(card: Card, max: number): readonly string[] {
  return cardLines(card, (text) => plainText(text), max);
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

function sectionLines({ heading, note, blocks }: Section, paint: Paint): readonly string[] {
  const about = note === undefined ? '' : ` ${paint(`(${note})`, 'soft')}`;
  const title = heading === undefined ? [] : ['', paint(heading, 'bold') + about];
  return [...title, ...blocks.flatMap((block) => blockLines(block, paint))];
}

function blockLines(block: Block, paint: Paint): readonly string[] {
  switch (block.kind) {
    case 'card': {
      const { mark, title, suffix } = block;
      const name = `${paint(mark.sign, mark.tone, 'bold')} ${paint(title, 'bold')}`;
      return ['', `${name} ${paint(suffix)}`, ...cardLines(block, paint, maxEvidence)];
    }
    case 'text':
      return [`  ${lineText(block.line, paint)}`];
    case 'list': {
      const { rows, noun } = block;
      const shown = noun === undefined ? rows : rows.slice(0, maxRows);
      const more = andMore(rows.length, shown.length, noun ?? '');
      return [...shown, ...more].map((row) => `  ${lineText(row, paint)}`);
    }
    case 'table':
      return tableLines(block.rows, paint);
  }
}

function tableLines(rows: readonly (readonly Line[])[], paint: Paint): readonly string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => plainLine(row[at] ?? '').length)),
  );
  return rows.map((row) => {
    const cells = row.map((cell, at) => {
      const space = at === row.length - 1 ? 0 : (widths[at] ?? 0) - plainLine(cell).length;
      return lineText(cell, paint) + ' '.repeat(space);
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

function evidenceLines({ heading, facts, timeline, command }: Evidence, paint: Paint): readonly string[] {
  const all = command === undefined ? facts : [...facts, command];
  return [
    ...(heading === undefined ? [] : [`    ${paint(heading, 'bold')}`]),
    ...all.flatMap(({ name, lines }) =>
      lines.map(
        (line, at) => `    ${paint((at === 0 ? name : '').padEnd(12), 'soft')} ${lineText(line, paint)}`,
      ),
    ),
    ...(timeline === undefined ? [] : timelineLines(timeline).map((line) => `    ${paint(line)}`)),
  ];
}

function lineText(line: Line, paint: Paint): string {
  return piecesOf(line)
    .map((piece) => pieceText(piece, paint))
    .join('');
}

function pieceText(piece: Piece, paint: Paint): string {
  if (typeof piece === 'string') return paint(piece);
  if ('code' in piece) return paint(piece.code);
  return 'to' in piece ? piece.to : paint(piece.text, piece.tone);
}
