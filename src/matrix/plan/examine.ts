import type { GapKey } from '../../simulator/environment/gaps/gaps.ts';
import type { Cell, EndedRun, Purpose } from '../model.ts';
import { findCause } from '../shrink/minimal-cause.ts';
import { contains, partsOf } from './cell.ts';
import { allFired } from './fault-cells.ts';
import { isAct } from './fault-points.ts';
import type { Ledger } from './ledger.ts';
import { exchangesOf } from './reliance.ts';
import { verdictOf } from './verdict.ts';

/** A cell of the plan, before it is confirmed or reduced. */
export type Case = {
  readonly cell: Cell;
  readonly purpose: Extract<Purpose, 'choice' | 'pairs' | 'fault'>;
  /** The choice that is tried alone; the cell may need others beside it. */
  readonly subject?: { readonly gap: GapKey; readonly choice: string };
};

/** A case with what is known of it. */
export type Examined = Case & { readonly finding: Finding };

/** What the runs so far say about a case. */
export type Finding =
  /** Some more runs of a cell are needed, which are independent of each other. */
  | { readonly kind: 'open'; readonly cell: Cell; readonly purpose: Purpose; readonly more: number }
  /** It fails, and is reduced when the cases before it are settled. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'passes' }
  /** It passes, and no exchange relied on the choice that it tries. */
  | { readonly kind: 'no-effect' }
  /** It fails when somebody else acts, as most tests do that expect a success: shown, and not confirmed. */
  | { readonly kind: 'reacts' }
  | { readonly kind: 'flaky'; readonly cell: Cell }
  /** A fault did not fire, so that the outcome says nothing about it. */
  | { readonly kind: 'not-fired' }
  /** It contains the cause of an earlier case, so nothing is learned by reducing it. */
  | { readonly kind: 'explained'; readonly by: Cell }
  | { readonly kind: 'cause'; readonly cell: Cell };

export type ExamineOptions = {
  readonly ledger: Ledger;
  /** The causes of the cases before this one. */
  readonly causes: readonly Cell[];
  /** How many failing runs make a failure stable. */
  readonly needed: number;
  readonly normal: (cell: Cell) => Cell;
  /** Whether what fails under an actor is confirmed and reduced. */
  readonly actors: boolean;
  /** Whether a failing cell may be reduced now. Default: true. */
  readonly mayReduce?: boolean;
};

export function isOpen({ finding }: Examined): boolean {
  return finding.kind === 'open' || finding.kind === 'waits';
}

/** How many failing runs of a cell with several parts are needed before it is reduced. */
const reducibleRuns = 2;

/**
 * Judges a case: runs it, confirms a failure, reduces it to a minimal cause and confirms that one. A cell with several parts
 * is reduced after two failing runs, since only its minimal cause must be stable.
 */
export function examine({ cell, purpose, subject }: Case, options: ExamineOptions): Finding {
  const { ledger, needed, causes, normal, mayReduce = true } = options;
  const parts = partsOf(cell);
  const runs = ledger.of(cell);
  const [first] = runs;
  if (isAct(cell) && !options.actors && first?.outcome.kind === 'failed')
    return { kind: allFired(first) ? 'reacts' : 'not-fired' };
  const verdict = verdictOf(cell, runs, parts.length > 1 ? reducibleRuns : needed);
  if (verdict.kind === 'open') return { ...verdict, cell, purpose: runs.length === 0 ? purpose : 'with' };
  if (verdict.kind === 'passes') {
    if (!runs.every(allFired)) return { kind: 'not-fired' };
    return { kind: subject === undefined || reliesOn(runs, subject.gap) ? 'passes' : 'no-effect' };
  }
  if (verdict.kind === 'flaky') return { kind: 'flaky', cell };
  if (!runs.some(allFired)) return { kind: 'not-fired' };
  const by = causes.find((cause) => contains(cell, cause));
  if (by !== undefined) return { kind: 'explained', by };
  if (!mayReduce) return { kind: 'waits' };
  const search = findCause({ cell, ledger, normal });
  if (search.kind === 'run') return { kind: 'open', cell: search.cell, purpose: 'shrink', more: 1 };
  return confirm(search.cell, ledger, needed);
}

/** Whether an exchange of these runs relied on a gap. */
export function reliesOn(runs: readonly EndedRun[], gap: GapKey): boolean {
  return runs.some((run) => exchangesOf(run).some(({ gaps }) => gaps[gap] !== undefined));
}

function confirm(cell: Cell, ledger: Ledger, needed: number): Finding {
  const runs = ledger.of(cell);
  const verdict = verdictOf(cell, runs, needed);
  if (verdict.kind === 'open') return { ...verdict, cell, purpose: runs.length === 0 ? 'shrink' : 'with' };
  return { kind: verdict.kind === 'fails' ? 'cause' : 'flaky', cell };
}
