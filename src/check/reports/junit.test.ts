import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { readXml } from '../../../test/check/reports/parsers.ts';
import { brokenReport, incompleteReport, wellReport } from '../../../test/check/reports/sample-reports.ts';
import { reportWriters } from './reports.ts';

const { junit: junitReport } = reportWriters;

const schema = readFileSync(
  new URL('../../../test/check/reports/fixtures/junit.xsd', import.meta.url),
  'utf8',
);

async function schemaErrors(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: { fileName: 'report.xml', contents: xml }, schema });
  return errors.map(({ message }) => message);
}

test.each([
  ['kept', wellReport],
  ['broken', brokenReport],
  ['incomplete', incompleteReport],
])('is valid by the schema when the contract is %s', async (_name, report) => {
  expect(await schemaErrors(junitReport(report))).toEqual([]);
});

test('the schema refuses what Jenkins refuses', async () => {
  const broken = junitReport(wellReport).replace(/ tests="\d+"/, '');
  expect(await schemaErrors(broken)).not.toEqual([]);
});

test('has one testcase for each rule: failed, skipped with the reason, or passed with a notice as output', () => {
  const xml = junitReport(brokenReport);
  const names = readXml(xml).map(({ name }) => name);
  const amount = (wanted: string) => names.filter((name) => name === wanted).length;
  expect(readXml(xml)[0]?.attributes).toMatchObject({ tests: '37', failures: '2', errors: '0' });
  expect([amount('testcase'), amount('failure'), amount('skipped'), amount('system-out')]).toEqual([
    37, 2, 13, 1,
  ]);
  expect(xml).toContain('<skipped message="not exercised: level probe cancels nothing"/>');
  expect(xml).toContain('<skipped message="ignored: 2 findings"/>');
});

test('a notice fails if the check failed because of notices', () => {
  const rules = brokenReport.rules.filter(({ rule }) => rule !== 'R09' && rule !== 'R23');
  const xml = junitReport({ ...brokenReport, rules });
  expect(xml).toContain('<failure type="notice"');
  expect(junitReport({ ...brokenReport, rules, exitCode: 0 })).not.toContain('<failure');
});

test('reports an incomplete check as an error', () => {
  const [suites, suite] = readXml(junitReport(incompleteReport));
  expect(suites?.attributes).toMatchObject({ tests: '38', errors: '1', failures: '0' });
  expect(suite?.attributes).toMatchObject({ skipped: '37' });
  expect(junitReport(incompleteReport)).toContain('<error type="unreachable" message="Nothing listens at');
});
