import type { Cell, EndedRun } from '../model.ts';
import type { Case, Examined, Finding } from './case.ts';
import { cellOf, contains, isBaseline, partsOf } from './cell.ts';
import { allFired } from './fault-cells.ts';
import { reliesOn } from './reliance.ts';
import type { RunLog } from './run-log.ts';
import { isFailure, stableRuns } from './verdict.ts';

/** How many failing runs of a cell with several parts are needed before it is reduced, since only its cause must be stable. */
const reducibleRuns = 2;

/**
 * Runs cases beside each other, and judges them by their runs, one after the other: a cell that contains the cause of an
 * earlier case is not reduced again.
 */
export type Examine = ReturnType<typeof createExaminer>;

export function createExaminer(log: RunLog) {
  const causes: Cell[] = [];
  const settle = ({ cell, purpose }: Case) =>
    log.settle(cell, purpose, partsOf(cell).length > 1 ? reducibleRuns : stableRuns);
  const judge = async (one: Case): Promise<Finding> => {
    const { cell } = one;
    const verdict = await settle(one);
    if (verdict === 'open') return { kind: 'open' };
    if (verdict === 'flaky') return { kind: 'flaky', cell };
    if (showsNothing(cell, log.of(cell))) return { kind: 'no-effect' };
    if (verdict === 'passes') return { kind: 'passes' };
    if (causes.some((cause) => contains(cell, cause))) return { kind: 'explained' };
    const minimal = await reduce(cell, log);
    if (minimal === undefined) return { kind: 'open' };
    const stable = await log.settle(minimal, 'shrink', stableRuns);
    if (stable === 'open') return { kind: 'open' };
    return { kind: stable === 'fails' ? 'cause' : 'flaky', cell: minimal };
  };
  return async (cases: readonly Case[]): Promise<readonly Examined[]> => {
    await Promise.all(cases.map(settle));
    const examined: Examined[] = [];
    for (const one of cases) {
      const finding = await judge(one);
      if (finding.kind === 'cause') causes.push(finding.cell);
      examined.push({ ...one, finding });
    }
    return examined;
  };
}

/** Leaves out one part after the other, as long as what is left fails. Undefined if there was no time for that. */
async function reduce(cell: Cell, log: RunLog): Promise<Cell | undefined> {
  const parts = partsOf(cell);
  const smaller = parts
    .map((left) => cellOf(parts.filter((part) => part !== left)))
    .filter((one) => !isBaseline(one));
  await Promise.all(smaller.map((one) => log.ensure(one, 1, 'shrink')));
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
