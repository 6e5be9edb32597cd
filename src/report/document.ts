import { plainText } from './plain-text.ts';
import type { Timeline } from './timeline.ts';

/** What a piece means for the reader. It never appears without a sign or a word: no meaning depends on a colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'soft';

/** A part of a line. Every text is escaped by the renderer; it may come from outside. */
export type Piece =
  | string
  | { readonly code: string }
  | { readonly text: string; readonly tone: Tone }
  | { readonly link: string; readonly to: string };

export type Line = string | readonly Piece[];

/** `✘ breaks` */
export type Mark = { readonly sign: string; readonly word: string; readonly tone: Tone };

/** A named value: `expected  404, the HTTP status`. */
export type Fact = {
  readonly name: string;
  readonly lines: readonly Line[];
  /** Whether the lines are data, such as a part of a body, rather than prose. */
  readonly literal?: boolean;
};

export type Evidence = {
  readonly heading?: string;
  readonly facts: readonly Fact[];
  /** What overlapped, if that is what the finding is about. */
  readonly timeline?: Timeline;
  readonly command?: Fact;
};

/** A finding, or another statement with its evidence. */
export type Card = {
  readonly kind: 'card';
  /** Unique in the document. */
  readonly id: string;
  readonly mark: Mark;
  readonly title: string;
  readonly suffix: string;
  readonly text?: string;
  readonly evidence: readonly Evidence[];
  /** How many pieces of evidence there are, listed or not. */
  readonly total: number;
};

export type Block =
  | Card
  | { readonly kind: 'text'; readonly line: Line }
  /** If `noun` is given, a medium with little room shows only the first rows. */
  | { readonly kind: 'list'; readonly rows: readonly Line[]; readonly noun?: string }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Line[])[];
    };

export type Medium = 'terminal' | 'markdown' | 'html';

export type Section = {
  readonly heading?: string;
  /** A clause about the heading: `not a finding`. */
  readonly note?: string;
  /** The media that show it. Default: all. */
  readonly only?: readonly Medium[];
  /** The name of the button that shows the blocks on a page. Default: they are shown. */
  readonly folded?: string;
  readonly blocks: readonly Block[];
};

/** A report for people. The renderers know its form and nothing of its subject. */
export type ReportDocument = {
  /** `Store Orders contract` */
  readonly title: string;
  /** The subject of the verdict: an address, a command. */
  readonly subject: string;
  readonly passed: boolean;
  readonly verdict: string;
  readonly scope: string;
  /** Why the report says less than it should. If `incomplete`, it comes before the verdict. */
  readonly alert?: { readonly incomplete: boolean; readonly lines: readonly string[] } | undefined;
  /** When and by which program the report was made. */
  readonly origin: string;
  readonly sections: readonly Section[];
};

/** Returns the sections that a medium shows, without empty blocks. */
export function sectionsFor({ sections }: ReportDocument, medium: Medium): readonly Section[] {
  return sections
    .filter(({ only }) => only === undefined || only.includes(medium))
    .map((section) => ({
      ...section,
      blocks: section.blocks.filter((block) => !('rows' in block) || block.rows.length > 0),
    }))
    .filter(({ blocks }) => blocks.length > 0);
}

export function piecesOf(line: Line): readonly Piece[] {
  return typeof line === 'string' ? [line] : line;
}

/** Returns the text of a line without tones; of a link, its address. */
export function plainLine(line: Line): string {
  return piecesOf(line)
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('code' in piece) return piece.code;
      return 'to' in piece ? piece.to : piece.text;
    })
    .map(plainText)
    .join('');
}

export function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

export function verdictMark({ passed }: Pick<ReportDocument, 'passed'>): { sign: string; tone: Tone } {
  return passed ? { sign: '✔', tone: 'good' } : { sign: '✘', tone: 'bad' };
}
