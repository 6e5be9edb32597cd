import { expect, test } from 'vitest';
import {
  dependentMatrix,
  ended,
  failed,
  passed,
  redMatrix,
} from '../../../test/matrix/report/sample-matrix.ts';
import { parseCell } from '../plan/cell.ts';
import { matrixSuite } from './matrix-cases.ts';
import type { MatrixReport } from './matrix-report.ts';

test('a test suite has a case for each cell, with its time and what it showed, and the facts of the matrix as properties', () => {
  const cell = parseCell('extra-fields=some');
  const runs = [
    ...dependentMatrix.result.runs.slice(0, 3),
    ended(90, cell, failed('a')),
    ended(91, parseCell('list-order=by-id'), passed),
  ];
  const report: MatrixReport = {
    ...dependentMatrix,
    result: { ...dependentMatrix.result, runs, leftOut: [], assumptions: [], faultCauses: [] },
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
