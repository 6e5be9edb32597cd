import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import {
  dependentMatrix,
  ended,
  failed,
  flakyMatrix,
  passed,
  redMatrix,
  sampleMatrices,
  soundMatrix,
} from '../../../test/matrix/report/sample-matrix.ts';
import { parseCell } from '../plan/cell.ts';
import { matrixJsonReport } from './json.ts';
import { matrixSuite } from './matrix-cases.ts';
import type { MatrixReport } from './matrix-report.ts';
import { matrixReportWriters } from './reports.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test.each(sampleMatrices)('the JUnit report is valid when the command %s', async (_name, report) => {
  const contents = matrixReportWriters.junit(report);
  const schema = read('test/check/reports/fixtures/junit.xsd');
  const { errors } = await validateXML({ xml: { fileName: 'report.xml', contents }, schema });
  expect(errors).toEqual([]);
});

test('the JSON report has each run, note and flaky cell, and the outcomes of a baseline that does not pass', () => {
  const json = (report: MatrixReport) => JSON.parse(matrixJsonReport(report));
  const { result, remarks, holes } = dependentMatrix;
  const whole = json({ ...dependentMatrix, only: parseCell('etag=on') });
  expect(whole).toMatchObject({ only: { text: 'etag=on', gaps: { etag: 'on' } }, remarks, holes });
  expect(whole.runs).toHaveLength(result.runs.length);
  expect(whole.flaky).toMatchObject([
    { cell: { text: 'etag=on' }, outcomes: [{ kind: 'failed' }, {}, { kind: 'passed' }] },
  ]);
  expect(whole.notes).toMatchObject([
    {
      kind: 'repeats-cancel-blindly',
      sentence: expect.stringMatching(/^repeats/),
      cell: {},
      exchanges: [{ number: 2 }, {}],
    },
  ]);
  expect(whole.assumptions[1]).toMatchObject({ accepted: true });
  expect(json(flakyMatrix).baseline.outcomes).toHaveLength(3);
  expect(json(soundMatrix).baseline).toEqual({ kind: 'passed', ms: 850 });
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
