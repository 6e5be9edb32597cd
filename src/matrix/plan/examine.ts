import type { Cell, EndedRun } from '../model.ts';
import { contains, isBaseline, partsOf, withoutEach } from './cell.ts';
import { allFired } from './fault-cells.ts';
import { reliesOn } from './reliance.ts';
import type { RunLog } from './run-log.ts';
import { isFailure, stableRuns } from './verdict.ts';

/** A cell with what its runs show. */
export type Examined = { readonly cell: Cell; readonly finding: Finding };

type Finding =
  /** There was no time to know. */
  | { readonly kind: 'open' }
  | { readonly kind: 'passes' }
  /** Its runs say nothing: no exchange relied on a choice, or a fault did not fire. */
  | { readonly kind: 'no-effect' }
  | { readonly kind: 'flaky'; readonly cell: Cell }
  /** It contains the cause of an earlier cell, so nothing is learned by reducing it. */
  | { readonly kind: 'explained' }
  | { readonly kind: 'cause'; readonly cell: Cell };

/** How many failing runs of a cell with several parts are needed before it is reduced, since only its cause must be stable. */
const reducibleRuns = 2;

/**
 * Runs cells beside each other, and judges them by their runs, one after the other: a cell that contains the cause of an
 * earlier one is not reduced again.
 */
export type Examine = ReturnType<typeof createExaminer>;

export function createExaminer(log: RunLog) {
  const causes: Cell[] = [];
  const settle = (cell: Cell) => log.settle(cell, partsOf(cell).length > 1 ? reducibleRuns : stableRuns);
  const judge = async (cell: Cell): Promise<Finding> => {
    const verdict = await settle(cell);
    if (verdict === 'open') return { kind: 'open' };
    if (verdict === 'flaky') return { kind: 'flaky', cell };
    if (showsNothing(cell, log.of(cell))) return { kind: 'no-effect' };
    if (verdict === 'passes') return { kind: 'passes' };
    if (causes.some((cause) => contains(cell, cause))) return { kind: 'explained' };
    const minimal = await reduce(cell, log);
    if (minimal === undefined) return { kind: 'open' };
    const stable = await log.settle(minimal, stableRuns);
    if (stable === 'open') return { kind: 'open' };
    return { kind: stable === 'fails' ? 'cause' : 'flaky', cell: minimal };
  };
  return async (cells: readonly Cell[]): Promise<readonly Examined[]> => {
    await Promise.all(cells.map(settle));
    const examined: Examined[] = [];
    for (const cell of cells) {
      const finding = await judge(cell);
      if (finding.kind === 'cause') causes.push(finding.cell);
      examined.push({ cell, finding });
    }
    return examined;
  };
}

/** Leaves out one part after the other, as long as what is left fails. Undefined if there was no time for that. */
async function reduce(cell: Cell, log: RunLog): Promise<Cell | undefined> {
  const smaller = withoutEach(cell).filter((one) => !isBaseline(one));
  await Promise.all(smaller.map((one) => log.ensure(one, 1)));
  for (const one of smaller) {
    const runs = log.of(one);
    if (runs.length === 0) return undefined;
    if (runs.every(({ outcome }) => isFailure(outcome))) return reduce(one, log);
  }
  return cell;
}

/** Whether runs of a cell say nothing about it: a fault did not fire, or they passed and a choice decided nothing. */
export function showsNothing({ gaps }: Cell, runs: readonly EndedRun[]): boolean {
  if (!runs.some(allFired)) return true;
  if (runs.some(({ outcome }) => isFailure(outcome))) return false;
  return !runs.every(allFired) || !Object.keys(gaps).every((gap) => reliesOn(runs, gap));
}
