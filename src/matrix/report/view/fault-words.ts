import type { FaultPoint } from '../../model.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Returns the place of a fault in words: `first cancelOrder`. */
export function placeOf({ operation, nth }: FaultPoint): string {
  return `${ordinals[nth - 1] ?? `${nth}th`} ${operation}`;
}

/** Returns a fault point as a clause that completes "fails if": `the first cancelOrder meets reset-after-commit`. */
export function faultClause(point: FaultPoint): string {
  return `the ${placeOf(point)} meets ${point.kind}`;
}
