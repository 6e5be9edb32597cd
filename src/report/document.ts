import { plainText } from './plain-text.ts';

/** What a piece means for the reader. It never appears without a sign or a word: no meaning depends on a colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'soft';

/** A part of a line. Every text is escaped by the renderer; it may come from outside. */
export type Piece = string | { readonly text: string; readonly tone: Tone };

export type Line = string | readonly Piece[];

export type Mark = { readonly sign: string; readonly word: string; readonly tone: Tone };

/** A named value: `expected  404, the HTTP status`. */
export type Fact = { readonly name: string; readonly lines: readonly Line[] };

export type Evidence = {
  readonly heading?: string;
  readonly facts: readonly Fact[];
};

export type Card = {
  readonly kind: 'card';
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
  | { readonly kind: 'list'; readonly rows: readonly Line[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Line[])[] };

export type Section = {
  readonly heading?: string;
  /** A clause about the heading: `not a finding`. */
  readonly note?: string;
  readonly blocks: readonly Block[];
};

/** A report for people. The renderers know its form and nothing of its subject. */
export type ReportDocument = {
  /** `Store Orders contract` */
  readonly title: string;
  readonly subject: string;
  readonly passed: boolean;
  readonly verdict: string;
  readonly scope: string;
  /** Why the report says less than it should. If `incomplete`, it comes before the verdict. */
  readonly alert?: { readonly incomplete: boolean; readonly lines: readonly string[] } | undefined;
  readonly origin: string;
  readonly sections: readonly Section[];
};

export type WriteOptions = {
  /** Whether a terminal report has colours. Default: false. */
  readonly colour?: boolean;
};

/** Functions that format a report, by format. The same report always gives the same text. */
export type Writers<Format extends string, Report> = Readonly<
  Record<Format, (report: Report, options?: WriteOptions) => string | Promise<string>>
>;

/** Returns the sections without empty blocks. */
export function sectionsOf({ sections }: ReportDocument): readonly Section[] {
  return sections
    .map((section) => ({
      ...section,
      blocks: section.blocks.filter((block) => !('rows' in block) || block.rows.length > 0),
    }))
    .filter(({ blocks }) => blocks.length > 0);
}

export function piecesOf(line: Line): readonly Piece[] {
  return typeof line === 'string' ? [line] : line;
}

/** Returns the text of a piece, on one harmless line. */
export function textOf(piece: Piece): string {
  return plainText(typeof piece === 'string' ? piece : piece.text);
}

export function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

export function verdictMark({ passed }: Pick<ReportDocument, 'passed'>): { sign: string; tone: Tone } {
  return passed ? { sign: '✔', tone: 'good' } : { sign: '✘', tone: 'bad' };
}
