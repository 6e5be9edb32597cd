import { expect, test } from 'vitest';
import { dependentMatrix } from '../../../test/matrix/report/sample-matrix.ts';
import { type Line, piecesOf, textOf } from '../../report/document.ts';
import { noteRows } from './note-rows.ts';

const plainLine = (line: Line): string => piecesOf(line).map(textOf).join('');

test('each kind of note has one line, with the cell that showed it first and how many others did', () => {
  const { result } = dependentMatrix;
  const [note] = result.notes;
  if (note === undefined) throw new Error('the sample has no note');
  const notes = [note, note, note, { ...note, kind: 'no-timeout' as const }];
  expect(noteRows({ result: { ...result, notes } }).map(plainLine)).toEqual([
    expect.stringContaining(
      '(seen with cancelOrder:1:reset-after-commit and 2 cells more): store-orders-sim',
    ),
    expect.stringContaining(
      'without a time-out (seen with cancelOrder:1:reset-after-commit): store-orders-sim',
    ),
  ]);
});
