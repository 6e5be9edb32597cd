import type { Cell, EndedRun } from '../model.ts';
import { cellOf, contains, isBaseline, type Part, partsOf } from '../plan/cell.ts';
import type { Ledger } from '../plan/ledger.ts';
import { ddmin, type Known } from './ddmin.ts';

/** The smallest failing part of a cell, or the cell that must be run to know. */
export type CauseSearch = { readonly kind: 'run' | 'minimal'; readonly cell: Cell };

export type CauseSearchOptions = {
  readonly cell: Cell;
  readonly ledger: Ledger;
  /** The same cell without the parts that only repeat the choice of the baseline. */
  readonly normal: (cell: Cell) => Cell;
};

/**
 * Finds a minimal cause by the runs so far. While it narrows down, it assumes that a subset of a passing cell passes, so that
 * few runs are needed; since one choice can hide another, the last step runs the subsets with one part less.
 */
export function findCause({ cell, ledger, normal }: CauseSearchOptions): CauseSearch {
  const passed = ledger.ended.filter(({ outcome }) => outcome.kind === 'passed').map(({ run }) => run.cell);
  const ran = (parts: readonly Part[]): Known => knownOf(normal(cellOf(parts)), ledger);
  const assumed = (parts: readonly Part[]): Known => {
    const result = ran(parts);
    const subset = cellOf(parts);
    return result === 'unknown' && passed.some((one) => contains(one, subset)) ? 'passes' : result;
  };
  let parts = partsOf(cell);
  for (;;) {
    const reduction = ddmin(parts, assumed);
    if (reduction.kind === 'ask') return { kind: 'run', cell: normal(cellOf(reduction.parts)) };
    const smaller = lessOne(reduction.parts).find((subset) => ran(subset) !== 'passes');
    if (smaller === undefined) return { kind: 'minimal', cell: normal(cellOf(reduction.parts)) };
    if (ran(smaller) === 'unknown') return { kind: 'run', cell: normal(cellOf(smaller)) };
    parts = smaller;
  }
}

function lessOne(parts: readonly Part[]): readonly (readonly Part[])[] {
  return parts.map((left) => parts.filter((part) => part !== left));
}

function knownOf(cell: Cell, ledger: Ledger): Known {
  if (isBaseline(cell)) return 'passes';
  const runs: readonly EndedRun[] = ledger.of(cell);
  if (runs.length === 0) return 'unknown';
  return runs.every(({ outcome }) => outcome.kind !== 'passed') ? 'fails' : 'passes';
}
