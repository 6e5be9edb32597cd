import { plainText } from '../../report/plain-text.ts';
import type { Cell } from '../model.ts';
import { formatCell } from '../plan/cell-text.ts';

/** Returns a cell as one line of plain text. The choices of some gaps contain text of the user. */
export function shownCell(cell: Cell): string {
  return plainText(formatCell(cell));
}
