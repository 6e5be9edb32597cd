import { readFileSync } from 'node:fs';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { sarifErrors } from '../../../test/check/reports/parsers.ts';
import { brokenReport, incompleteReport, wellReport } from '../../../test/check/reports/sample-reports.ts';
import { rules } from '../../contract/rules/rules.ts';
import { reportWriters } from './reports.ts';

const { sarif: sarifReport } = reportWriters;

const text = readFileSync(new URL('../../../openapi/store-orders.yaml', import.meta.url), 'utf8');
const read = async (report: typeof wellReport) => JSON.parse(await sarifReport(report)) as Log;

test.each([
  ['kept', wellReport],
  ['broken', brokenReport],
  ['incomplete', incompleteReport],
])('is valid SARIF 2.1.0 when the contract is %s', async (_name, report) => {
  expect(sarifErrors(await sarifReport(report))).toEqual([]);
});

test('the schema refuses a log that is not SARIF', () => {
  expect(sarifErrors('{"version":"2.1.0","runs":[{}]}')).not.toEqual([]);
});

test('refers each finding to the line of the statement that it breaks', async () => {
  const lines = text.split('\n');
  const shown = (await read(brokenReport)).runs[0]?.results?.map((result) => {
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

test('refers each finding to a file of the repository first, and to the statement as related', async () => {
  const log = await sarifReport(brokenReport, { sarifUri: 'ci/my gate.yml' });
  expect(sarifErrors(log)).toEqual([]);
  const [result] = (JSON.parse(log) as Log).runs[0]?.results ?? [];
  expect(result?.locations?.map((place) => place.physicalLocation)).toEqual([
    { artifactLocation: { uri: 'ci/my%20gate.yml' }, region: { startLine: 1 } },
  ]);
  expect(result?.relatedLocations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(
    'openapi/store-orders.yaml',
  );
});

test('the fingerprint of a finding has its rule, operation and place', async () => {
  const [first] = brokenReport.findings;
  const twice = first && [first, { ...first, operation: 'cancelOrder' as const }];
  const results = (await read({ ...brokenReport, findings: twice ?? [] })).runs[0]?.results;
  expect(results?.map(({ partialFingerprints }) => partialFingerprints)).toEqual([
    { 'storeOrdersRule/v2': 'R09 listOrders /4/id' },
    { 'storeOrdersRule/v2': 'R09 cancelOrder /4/id' },
  ]);
});

test('suppresses a finding that the baseline accepts, with the reason', async () => {
  const [first, ...others] = brokenReport.findings;
  const findings = first ? [{ ...first, accepted: 'SHOP-12' }, ...others] : [];
  const results = (await read({ ...brokenReport, findings })).runs[0]?.results;
  expect(results?.find(({ ruleId }) => ruleId === 'R09')?.suppressions).toEqual([
    { kind: 'external', justification: 'SHOP-12' },
  ]);
});

test('suppresses only ignored findings', async () => {
  const suppressed = (await read(brokenReport)).runs[0]?.results?.filter(
    (result) => result.suppressions !== undefined,
  );
  expect(suppressed?.map(({ ruleId }) => ruleId)).toEqual(['R12']);
});

test('says whether the check is complete, and why not', async () => {
  expect((await read(wellReport)).runs[0]?.invocations?.[0]).toMatchObject({
    executionSuccessful: true,
    exitCode: 0,
  });
  expect((await read(incompleteReport)).runs[0]?.invocations?.[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: 'error', message: { text: incompleteReport.incomplete?.message } }],
  });
});

test.each(rules.map(({ id, pointer }) => [id, pointer]))(
  'the pointer of %s resolves in the document: %s',
  (_id, pointer) => {
    const steps = pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    expect(parseDocument(text).hasIn(steps)).toBe(true);
  },
);
