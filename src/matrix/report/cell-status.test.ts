import { expect, test } from 'vitest';
import { dependentMatrix, redMatrix } from '../../../test/matrix/report/sample-matrix.ts';
import { ended, failed, passed } from '../../../test/matrix/report/sample-runs.ts';
import { parseCell } from '../plan/cell-text.ts';
import { cellRows, statusMarks } from './cell-status.ts';
import { matrixSuite } from './matrix-cases.ts';
import type { MatrixReport } from './matrix-report.ts';

const cases: readonly (readonly [cell: string, status: string, detail: string])[] = [
  ['cancelled-in-list=remove', 'breaks', 'fails with exit code 1'],
  ['content-type=charset', 'accepted', ''],
  ['etag=on', 'flaky', 'fails with exit code 1 (1 of 3 runs), passes (2 of 3 runs)'],
  ['bearer-case=exact', 'no effect', ''],
  ['list-order=by-id', 'passes', ''],
  ['cancelled-in-list=remove + list-order=by-id', 'explained', 'by cancelled-in-list=remove'],
  ['cancelOrder:1:reset-after-commit', 'fails', 'fails with exit code 1'],
  ['listOrders:1:slow', 'breaks', 'hangs: ended after 30.0 s'],
  ['extra-fields=some + list-order=shuffled', 'left out', ''],
];

test.each(cases)('the cell %s %s (%s)', (cell, word, detail) => {
  const text = parseCell(cell);
  const row = cellRows(dependentMatrix).find((one) => JSON.stringify(one.cell) === JSON.stringify(text));
  if (row === undefined) throw new Error(`no row for ${cell}`);
  expect([statusMarks[row.kind].word, row.detail]).toEqual([word, detail]);
});

test('a test suite has a case for each cell, with its time and what it showed, and the facts of the matrix as properties', () => {
  const cell = parseCell('extra-fields=some');
  const runs = [
    ...dependentMatrix.result.runs.slice(0, 3),
    ended(90, cell, failed('a')),
    ended(91, parseCell('list-order=by-id'), passed),
  ];
  const report: MatrixReport = {
    ...dependentMatrix,
    result: { ...dependentMatrix.result, runs, leftOut: [], dependences: [], faultCauses: [] },
  };
  expect(matrixSuite(report)).toMatchObject({
    name: 'Store Orders matrix: npm test',
    properties: [
      ['verdict', 'relies on nothing unpromised in the cells for which there was time'],
      ['runs', '5 runs in 1 min 12 s, 2 at a time'],
      ['incomplete', expect.stringMatching(/^The budget is used up/)],
    ],
    cases: [
      { name: 'baseline', seconds: 2.556, outcome: { kind: 'passed' } },
      {
        name: 'extra-fields=some',
        outcome: { kind: 'skipped', message: 'undetermined: fails with exit code 1' },
      },
      { name: 'list-order=by-id', outcome: { kind: 'passed' } },
    ],
  });
  expect(matrixSuite(redMatrix).cases).toMatchObject([{ outcome: { kind: 'error', type: 'failed' } }]);
});
