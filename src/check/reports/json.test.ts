import { expect, test } from 'vitest';
import { reportErrors } from '../../../test/check/reports/parsers.ts';
import {
  brokenReport,
  exchange,
  incompleteReport,
  wellReport,
} from '../../../test/check/reports/sample-reports.ts';
import { type JsonReport, jsonReport } from './json.ts';

const read = (report: typeof wellReport) => JSON.parse(jsonReport(report)) as JsonReport;

function bodyOf(body: Buffer | undefined) {
  const plain = exchange(1, {}, 'HTTP/1.1 200 OK');
  const { outcome } = plain;
  if (outcome.kind !== 'responded') return undefined;
  const exchanges = [{ ...plain, outcome: { ...outcome, response: { ...outcome.response, body } } }];
  return read({ ...wellReport, exchanges }).exchanges[0]?.answer?.body;
}

test.each([
  ['kept', wellReport],
  ['broken', brokenReport],
  ['incomplete', incompleteReport],
])('is valid by its schema when the report is %s', (_name, report) => {
  expect(reportErrors(jsonReport(report))).toEqual([]);
});

test.each<[string, (report: JsonReport) => object]>([
  ['an undocumented field', (report) => ({ ...report, more: 1 })],
  ['another version', (report) => ({ ...report, schemaVersion: 2 })],
  ['an unknown rule', (report) => ({ ...report, rules: [{ ...report.rules[0], id: 'R99' }] })],
  ['no verdict', ({ verdict: _verdict, ...report }) => report],
])('the schema refuses %s', (_what, change) => {
  expect(reportErrors(JSON.stringify(change(read(wellReport))))).not.toEqual([]);
});

test('has every rule with its result, and each finding with its weight and a line that repeats it', () => {
  const report = read(brokenReport);
  expect(report).toMatchObject({ schemaVersion: 1, exitCode: 1, coverage: { exercised: 25, total: 37 } });
  expect(report.rules.find(({ id }) => id === 'R12')).toMatchObject({
    result: 'failed',
    ignored: 2,
    findings: 2,
  });
  expect(report.findings.map(({ rule, severity, ignored }) => [rule, severity, ignored])).toEqual([
    ['R09', 'violation', false],
    ['R23', 'violation', false],
    ['R19', 'notice', false],
    ['R12', 'notice', true],
  ]);
  expect(report.findings[1]?.repeat).toBe(
    `curl -i -X DELETE -H "Authorization: Bearer $API_KEY" 'https://orders.example/v1/store/orders/-4611686018427387905'`,
  );
});

test('has every named order with the digits of its id, and why it was not tested', () => {
  const orders = [
    { id: 9007199254740993n, named: 'pending' as const, untested: 'it is not in the list' },
    { id: -1n, named: 'shipped' as const, untested: undefined },
  ];
  const report = jsonReport({ ...wellReport, orders, headers: ['X-Tenant'] });
  expect(reportErrors(report)).toEqual([]);
  expect(JSON.parse(report)).toMatchObject({
    headers: ['X-Tenant'],
    orders: [
      { id: '9007199254740993', named: 'pending', tested: false, reason: 'it is not in the list' },
      { id: '-1', named: 'shipped', tested: true },
    ],
  });
});

const long = Buffer.from(`a${'ü'.repeat(5000)}`);

test.each([
  [
    'the text of a body, with every digit of an id',
    Buffer.from('[{"id":9223372036854775807}]'),
    { bytes: 28, encoding: 'utf-8', content: '[{"id":9223372036854775807}]', shortened: false },
  ],
  [
    'a binary body as base64',
    Buffer.from([0xff, 0x00]),
    { bytes: 2, encoding: 'base64', content: '/wA=', shortened: false },
  ],
  [
    'a long body without a split character',
    long,
    { bytes: 10_001, encoding: 'utf-8', content: `a${'ü'.repeat(2047)}`, shortened: true },
  ],
  ['null for a body that could not be decoded', undefined, null],
])('contains %s', (_what, body, expected) => {
  expect(bodyOf(body)).toEqual(expected);
});
