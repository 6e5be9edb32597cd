import { plainText } from '../../../report/plain-text.ts';
import type { FaultPoint } from '../../model.ts';
import { faultPointKind } from '../../plan/fault-points.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Returns what a fault counts, in words: `first cancelOrder`, `second cancelOrder that takes effect`. */
export function placeOf({ operation, nth, kind }: FaultPoint): string {
  const counted = faultPointKind(kind)?.counts;
  const only = counted === 'commits' ? ' that takes effect' : '';
  return `${ordinals[nth - 1] ?? `${nth}th`} ${operation}${only}`;
}

/** Returns a fault point as a clause that completes "fails if": `the first listOrders meets slow`. */
export function faultClause(point: FaultPoint): string {
  return `the ${placeOf(point)} meets ${plainText(point.kind)}`;
}

/** Returns what the client sees of a fault, as a sentence. Empty for a kind that the table does not have. */
export function faultSummary({ kind }: FaultPoint): string {
  return faultPointKind(kind)?.summary ?? '';
}
