import type { GapKey } from '../../simulator/environment/gaps/gaps.ts';
import type { Cell, Purpose } from '../model.ts';
import { partsOf } from './cell.ts';

/** A cell of the plan, before it is run. */
export type Case = {
  readonly cell: Cell;
  readonly purpose: Extract<Purpose, 'choice' | 'pairs' | 'fault'>;
  /** The choice that is tried alone; the cell may need others beside it. */
  readonly subject?: { readonly gap: GapKey; readonly choice: string };
};

/** A case with what its runs show. */
export type Examined = Case & { readonly finding: Finding };

export type Finding =
  /** There was no time to know. */
  | { readonly kind: 'open' }
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

export function faultCase(cell: Cell): Case {
  return { cell, purpose: 'fault' };
}

/** Returns the case of a cell that the user gives. */
export function onlyCase(cell: Cell): Case {
  const [part, ...more] = partsOf(cell).filter((one) => one.kind === 'choice');
  if (part === undefined) return faultCase(cell);
  return more.length > 0 ? { cell, purpose: 'pairs' } : { cell, purpose: 'choice', subject: part };
}
