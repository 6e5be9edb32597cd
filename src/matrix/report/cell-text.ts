import { plainText } from '../../shared/report/plain-text.ts';
import { gapKeys } from '../../simulator/environment/gaps/gaps.ts';
import type { Cell, FaultPoint } from '../model.ts';

/** Returns a fault point as the command line accepts it: `cancelOrder:1:reset-after-commit`. */
export function faultPointText({ operation, nth, kind }: FaultPoint): string {
  return `${operation}:${nth}:${kind}`;
}

/**
 * Returns a cell as the command line accepts it: `cancelled-in-list=remove + list-order=by-id`, or `baseline`. Gaps are in the
 * order of their table, so that equal cells have equal texts.
 */
export function cellText({ gaps, faults }: Cell): string {
  const choices = gapKeys.flatMap((gap) => (gaps[gap] === undefined ? [] : [`${gap}=${gaps[gap]}`]));
  return [...choices, ...faults.map(faultPointText)].join(' + ') || 'baseline';
}

/** Returns a cell as one line of plain text. The choices of some gaps contain text of the user. */
export function shownCell(cell: Cell): string {
  return plainText(cellText(cell));
}
