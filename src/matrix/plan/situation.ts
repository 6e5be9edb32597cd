import type { Cell, EndedRun } from '../model.ts';
import { baselineCell, cellOf, partsOf } from './cell.ts';
import { formatCell } from './cell-text.ts';
import type { Ledger } from './ledger.ts';
import { type ReliedGap, relianceOf } from './reliance.ts';
import { stableRuns } from './verdict.ts';

export type Situation = ReturnType<typeof situationOf>;

/** A client with flaky cells fails some cell three times by chance: each of the first ones raises what is needed by two. */
const mostFlaky = 4;

export function situationOf(ledger: Ledger) {
  const relied = relianceOf(ledger.reliance);
  const flakyCells = countFlaky(ledger.ended);
  return {
    ended: ledger.reliance.length,
    baseline: ledger.of(baselineCell),
    /** The gaps on which runs without a fault relied: only there has a choice an effect without one. */
    varied: relianceOf(ledger.reliance.filter(({ run }) => run.run.cell.faults.length === 0)),
    /** How many cells had both passing and failing runs. */
    flakyCells,
    /** How many failing runs make a failure stable. */
    needed: stableRuns + 2 * Math.min(mostFlaky, flakyCells),
    /** Leaves out the choices of a cell that are those of the baseline. */
    normal: (cell: Cell): Cell => normalise(cell, relied),
  };
}

function countFlaky(runs: readonly EndedRun[]): number {
  const byCell = Map.groupBy(runs, ({ run }) => formatCell(run.cell));
  const kinds = (all: readonly EndedRun[]) => new Set(all.map(({ outcome }) => outcome.kind === 'passed'));
  return [...byCell.values()].filter((all) => kinds(all).size > 1).length;
}

function normalise(cell: Cell, relied: readonly ReliedGap[]): Cell {
  const parts = partsOf(cell).filter((part) => {
    if (part.kind === 'fault') return true;
    const row = relied.find(({ gap }) => gap === part.gap);
    return row === undefined || row.unsteady || row.choice !== part.choice;
  });
  return cellOf(parts);
}
