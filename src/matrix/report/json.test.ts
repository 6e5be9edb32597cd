import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import {
  dependentMatrix,
  flakyMatrix,
  sampleMatrices,
  soundMatrix,
} from '../../../test/matrix/report/sample-matrix.ts';
import { parseCell } from '../plan/cell.ts';
import { matrixJsonReport } from './json.ts';
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
