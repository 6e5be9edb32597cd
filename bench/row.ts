/** One line of the table: a ratio to the baseline, and what it has to be. */
export type Row = {
  readonly measure: string;
  readonly ratio: number;
  readonly must?: Bound;
  readonly aim?: number;
  /** The measured values behind the ratio, with their units. */
  readonly raw: string;
  readonly product: string;
};

/** A ratio has to be at least, or at most, so much. */
export type Bound = { readonly kind: 'at-least' | 'at-most'; readonly value: number };

/** At least so much. */
export function atLeast(value: number): Bound {
  return { kind: 'at-least', value };
}

/** At most so much. */
export function atMost(value: number): Bound {
  return { kind: 'at-most', value };
}

/** Whether a row keeps its bound; undefined where it has none. */
export function keeps({ ratio, must }: Row): boolean | undefined {
  if (must === undefined) return undefined;
  return must.kind === 'at-least' ? ratio >= must.value : ratio <= must.value;
}

/** The head of the table, in Markdown. */
export const tableHead = '| measure | ratio | must | aim | raw | this | |\n|---|--:|--:|--:|--:|--:|---|';

/** A row as a line of Markdown. */
export function rowAsText(row: Row): string {
  const sign = row.must?.kind === 'at-least' ? '≥' : '≤';
  const must = row.must === undefined ? '' : `${sign} ${row.must.value}`;
  const verdict = { true: 'holds', false: 'MISSED', undefined: '' }[`${keeps(row)}`];
  const cells = [row.measure, row.ratio.toPrecision(3), must, row.aim ?? '', row.raw, row.product, verdict];
  return `| ${cells.join(' | ')} |`;
}
