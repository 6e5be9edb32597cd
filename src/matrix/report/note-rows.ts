import { count } from '../../report/amounts.ts';
import type { Line } from '../../report/document.ts';
import type { ClientNote } from '../model.ts';
import type { MatrixReport } from './matrix-report.ts';
import { fixCommand, shownCell } from './words.ts';

export const noteSentences: Readonly<Record<ClientNote['kind'], string>> = {
  'repeats-cancel-blindly':
    'repeats a cancel whose outcome it does not know, without a look at the list: a 404 or 409 may then mean success',
  'gives-up-after-reset': 'gives up after one reset, although the request can be repeated',
  'ignores-retry-after': 'sends again before the time that Retry-After names',
  'retries-without-pause': 'repeats requests without a pause',
  'repeats-refused-cancel':
    'sends a cancel again that was refused with a 409 or 404, which no repetition changes',
  'repeats-refused-key': 'sends a request again with the same key that got a 401',
  'no-timeout': 'waits for a response without a time-out',
};

/** Returns a line for each kind of note, with the cell that showed it first and the command that explains it. */
export function noteRows({ result }: Pick<MatrixReport, 'result'>): readonly Line[] {
  return [...Map.groupBy(result.notes, ({ kind }) => kind)].flatMap(([kind, [first, ...others]]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'cell')} more`;
    const cell = shownCell(first.cell);
    return [[`It ${noteSentences[kind]} (seen with `, cell, `${more}): `, fixCommand(kind)]];
  });
}
