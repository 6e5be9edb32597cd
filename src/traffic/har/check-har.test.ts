import { expect, test } from 'vitest';
import { reportErrors } from '../../../test/check/reports/parsers.ts';
import { cancel, context, entry, har } from '../../../test/traffic/har/recording.ts';
import { jsonReport } from '../../check/reports/json.ts';
import { reportWriters } from '../../check/reports/reports.ts';
import type { Report, RuleId } from '../../contract/report.ts';
import { type HarContext, judgeHar } from './check-har.ts';
import { readHarText } from './read-har.ts';

const { terminal: terminalReport } = reportWriters;

function judged(
  entries: readonly object[],
  options: Partial<HarContext> = {},
  baseUrl?: string,
): Promise<Report> {
  return judgeHar(readHarText(har(...entries), 'it.har', baseUrl), { ...context, ...options });
}

const broken = (report: Report) =>
  report.rules.filter(({ kind }) => kind === 'failed').map(({ rule }) => rule);
const resultOf = (report: Report, wanted: RuleId) => report.rules.find(({ rule }) => rule === wanted);

test('a recording that keeps the contract has no finding and reports what it cannot show', async () => {
  const report = await judged([
    entry(),
    cancel(204, { at: 10 }),
    cancel(409, { at: 20 }),
    entry({ at: 30, key: null, status: 401, body: '{"code":"a","message":"b","status":401}' }),
    entry({ url: 'https://other.example/' }),
  ]);
  expect(report).toMatchObject({
    target: 'it.har',
    level: 'passive',
    findings: [],
    exitCode: 0,
    incomplete: undefined,
  });
  expect([report.startedAt, report.durationMs]).toEqual(['2026-01-20T10:00:00.000Z', 35]);
  expect(report.notes).toEqual(['1 request to other hosts: not judged']);
  expect(resultOf(report, 'R29')).toEqual({ rule: 'R29', kind: 'passed', exchanges: 1 });
  expect(resultOf(report, 'R14')).toEqual({ rule: 'R14', kind: 'passed', exchanges: 1 });
  expect(resultOf(report, 'R02')).toMatchObject({
    reason: 'a recording does not contain the framing of messages',
  });
  expect(resultOf(report, 'R16')).toMatchObject({ reason: 'no recorded exchange exercises it' });
  const again = { gap: 'cancel-again', observed: 'conflict', allowed: true, exchange: 3, requests: 1 };
  expect(report.gaps).toContainEqual(again);
});

test.each<[string, readonly object[], readonly RuleId[]]>([
  ['an undocumented status', [entry({ status: 500 })], ['R03']],
  ['a cancel without a key that gets a 204', [entry(), cancel(204, { key: null })], ['R16']],
  ['an order cancelled twice', [cancel(204), cancel(204, { at: 10 })], ['R29']],
])('finds %s', async (_what, entries, rules) => {
  const report = await judged(entries);
  expect(broken(report)).toEqual(rules);
  expect(report.exitCode).toBe(1);
  expect(report.findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...rules]));
});

test('does not judge bodies or headers that were not recorded', async () => {
  const report = await judged([
    entry({ body: null, headers: [{ name: 'date', value: 'x' }] }),
    entry({ headers: [], response: { content: { text: '[]' } } }),
  ]);
  expect(broken(report)).toEqual([]);
  expect(resultOf(report, 'R07')).toMatchObject({ kind: 'passed', exchanges: 1 });
  expect(report.notes).toEqual(['1 request without a recorded body: not used for rules about bodies']);
});

test('a recording without a request of the contract is incomplete', async () => {
  const report = await judged([entry({ url: 'https://other.example/' })]);
  expect(report).toMatchObject({ exitCode: 3, incomplete: { kind: 'other-service' } });
  expect(report.rules.every(({ kind }) => kind === 'not-exercised')).toBe(true);
  expect(terminalReport(report, { colour: false })).toMatch(
    /^✘ incomplete it\.har has no GET of \/store\/orders/,
  );
});

test('a recorded 503 breaks no rule, and the recording is not complete', async () => {
  const refused = entry({ status: 503, at: 1 });
  const report = await judged([entry(), refused, entry({ status: 503, key: null, at: 2 })]);
  expect([broken(report), report.exitCode]).toEqual([[], 3]);
  expect(report.incomplete).toMatchObject({
    kind: 'failed',
    message:
      '2 of 3 requests got a 503 or another response that says nothing about the contract: record again when the service is available.',
  });
  expect(await judged([refused])).toMatchObject({ exitCode: 3, incomplete: { kind: 'unavailable' } });
});

test('the report contains no recorded key, wherever a response echoed it', async () => {
  const echo = '{"message":"secret-key-1 is no key"}';
  const report = await judged([
    entry({
      body: echo,
      url: '/store/orders?k=secret-key-1',
      headers: [{ name: 'x-echo', value: 'secret-key-1' }],
    }),
  ]);
  const json = jsonReport(report);
  expect(reportErrors(json)).toEqual([]);
  expect(json).not.toContain('secret-key-1');
  expect(json).toContain('[redacted] is no key');
});

test.each<[string, readonly object[], string | undefined, string]>([
  [
    'no base address',
    [entry({ url: '/pets' })],
    undefined,
    'it.har has no GET of /store/orders and no DELETE of an order below an address that ends in /v1: record such requests, or pass the base address.',
  ],
  [
    'no response',
    [entry({ status: 0 })],
    undefined,
    'https://orders.example/v1 responded to none of 1 request: the recording has no response',
  ],
])('a recording with %s says what to do', async (_, entries, baseUrl, message) => {
  expect((await judged(entries, {}, baseUrl)).incomplete?.message).toBe(message);
});
