/** One row of the table: a ratio to the baseline, and its bound. */
export type Row = {
  readonly measure: string;
  readonly ratio: number;
  readonly must?: Bound;
  readonly aim?: number;
  /** The measured values behind the ratio, with their units. */
  readonly raw: string;
  readonly product: string;
};

/** A lower or an upper bound of a ratio. */
export type Bound = { readonly kind: 'at-least' | 'at-most'; readonly value: number };

/** Returns a lower bound. */
export function atLeast(value: number): Bound {
  return { kind: 'at-least', value };
}

/** Returns an upper bound. */
export function atMost(value: number): Bound {
  return { kind: 'at-most', value };
}

/** Returns whether a row keeps its bound, or undefined if it has none. */
export function keeps({ ratio, must }: Row): boolean | undefined {
  if (must === undefined) return undefined;
  return must.kind === 'at-least' ? ratio >= must.value : ratio <= must.value;
}

/** The head of the table as Markdown. */
export const tableHead = '| measure | ratio | must | aim | raw | this | |\n|---|--:|--:|--:|--:|--:|---|';

/** Returns a row as a line of Markdown. */
export function rowAsText(row: Row): string {
  const sign = row.must?.kind === 'at-least' ? '≥' : '≤';
  const must = row.must === undefined ? '' : `${sign} ${row.must.value}`;
  const verdict = { true: 'holds', false: 'MISSED', undefined: '' }[`${keeps(row)}`];
  const cells = [row.measure, row.ratio.toPrecision(3), must, row.aim ?? '', row.raw, row.product, verdict];
  return `| ${cells.join(' | ')} |`;
}
