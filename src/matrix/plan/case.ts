import type { Cell, Purpose } from '../model.ts';

/** A cell of the plan, before it is run. */
export type Case = {
  readonly cell: Cell;
  readonly purpose: Extract<Purpose, 'choice' | 'pairs' | 'fault'>;
};

/** A case with what its runs show. */
export type Examined = Case & { readonly finding: Finding };

export type Finding =
  /** There was no time to know. */
  | { readonly kind: 'open' }
  | { readonly kind: 'passes' }
  /** Its runs say nothing: no exchange relied on a choice, or a fault did not fire. */
  | { readonly kind: 'no-effect' }
  | { readonly kind: 'flaky'; readonly cell: Cell }
  /** It contains the cause of an earlier case, so nothing is learned by reducing it. */
  | { readonly kind: 'explained' }
  | { readonly kind: 'cause'; readonly cell: Cell };

export function faultCase(cell: Cell): Case {
  return { cell, purpose: 'fault' };
}

/** Returns the case of a cell that the user gives. */
export function onlyCase(cell: Cell): Case {
  const choices = Object.keys(cell.gaps).length;
  return { cell, purpose: choices === 0 ? 'fault' : choices === 1 ? 'choice' : 'pairs' };
}
