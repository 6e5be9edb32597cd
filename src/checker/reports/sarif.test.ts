import { readFileSync } from 'node:fs';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { sarifErrors } from '../../../test/checker/reports/parsers.ts';
import { brokenReport, incompleteReport, wellReport } from '../../../test/checker/reports/sample-reports.ts';
import { rules } from '../rules/rules.ts';
import { contractLines } from './contract-lines.ts';
import { sarifReport } from './sarif.ts';
import { packagedContract } from './write-report.ts';

const text = readFileSync(new URL('../../../openapi/store-orders.yaml', import.meta.url), 'utf8');
const read = (report: typeof wellReport) => JSON.parse(sarifReport(report, packagedContract())) as Log;

test.each([
  ['kept', wellReport],
  ['broken', brokenReport],
  ['incomplete', incompleteReport],
])('is valid SARIF 2.1.0 when the contract is %s', (_name, report) => {
  expect(sarifErrors(sarifReport(report, packagedContract()))).toEqual([]);
});

test('the schema refuses a log that is not SARIF', () => {
  expect(sarifErrors('{"version":"2.1.0","runs":[{}]}')).not.toEqual([]);
});

test('points every finding at the line of the statement that it breaks', () => {
  const lines = text.split('\n');
  const shown = read(brokenReport).runs[0]?.results?.map((result) => {
    const place = result.locations?.[0]?.physicalLocation;
    return [
      result.ruleId,
      result.level,
      place?.artifactLocation?.uri,
      lines[(place?.region?.startLine ?? 0) - 1],
    ];
  });
  expect(shown).toEqual([
    ['R09', 'error', 'openapi/store-orders.yaml', '        id:'],
    ['R23', 'error', 'openapi/store-orders.yaml', '        status:'],
    ['R19', 'note', 'openapi/store-orders.yaml', '  securitySchemes:'],
    ['R12', 'note', 'openapi/store-orders.yaml', '    Order:'],
  ]);
});

test('marks an ignored finding as suppressed, and no other', () => {
  const suppressed = read(brokenReport).runs[0]?.results?.filter(
    (result) => result.suppressions !== undefined,
  );
  expect(suppressed?.map(({ ruleId }) => ruleId)).toEqual(['R12']);
});

test('says whether the check came to its end, and why not', () => {
  expect(read(wellReport).runs[0]?.invocations?.[0]).toMatchObject({
    executionSuccessful: true,
    exitCode: 0,
  });
  expect(read(incompleteReport).runs[0]?.invocations?.[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: 'error', message: { text: incompleteReport.incomplete?.message } }],
  });
});

test.each(rules.map(({ id, pointer }) => [id, pointer]))(
  '%s names a place that the document has: %s',
  (_id, pointer) => {
    const steps = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    expect(parseDocument(text).hasIn(steps)).toBe(true);
  },
);

test('finds the line of a key, and of the nearest one above where there is none', () => {
  const lineOf = contractLines('a:\n  b/c:\n    - x\n  "d~e": 1\n');
  expect(['', '/a', '/a/b~1c', '/a/d~0e', '/a/d~0e/f', '/a/g', '/h'].map(lineOf)).toEqual([
    1, 1, 2, 4, 4, 1, 1,
  ]);
});
