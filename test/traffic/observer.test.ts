import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { reportWriters } from '../../src/check/reports/reports.ts';
import { readCriteria } from '../../src/contract/criteria.ts';
import type { Report } from '../../src/contract/report.ts';
import { createObserver, type Observer } from '../../src/traffic/proxy/observer.ts';
import { whyNotJudged } from '../../src/traffic/proxy/place-request.ts';
import type { ProxiedExchange } from '../../src/traffic/proxy/proxied-exchange.ts';
import { brokenRules } from '../check/mutants/mutant.ts';
import { cancel, type Forwarded, list } from './forwarded.ts';

const now = Date.UTC(2026, 0, 21);
const options = {
  baseUrl: 'https://orders.example/v1',
  upstreamPath: '/v1',
  criteria: readCriteria({}),
  startedAt: now,
};

async function observe(
  exchanges: readonly ProxiedExchange[],
  observer: Observer,
  upstreamPath = '/v1',
): Promise<Report> {
  for (const [index, exchange] of exchanges.entries()) {
    const numbered = exchange.number === 1 ? { ...exchange, number: index + 1 } : exchange;
    const why = whyNotJudged(numbered, upstreamPath);
    if (why === undefined) await observer.judge(numbered);
    else observer.pass(numbered, why);
  }
  return observer.report();
}

async function judged(
  exchanges: readonly ProxiedExchange[],
  more: Partial<Parameters<typeof createObserver>[0]> = {},
): Promise<Report> {
  return observe(exchanges, await createObserver({ ...options, ...more }), more.upstreamPath);
}

const resultOf = (report: Report, wanted: string) => report.rules.find(({ rule }) => rule === wanted);
const error = (status: number) => JSON.stringify({ code: 'c', message: 'm', status });

test('traffic that keeps the contract has no finding', async () => {
  const report = await judged([
    list({ body: '[{"id":12},{"id":13}]' }),
    cancel(204, { at: 10 }),
    cancel(409, { at: 20 }),
    list({ key: null, status: 401, body: error(401), at: 30 }),
    list({ target: '/v1/pets/3', status: 200, body: '{}', at: 35 }),
  ]);
  expect(report).toMatchObject({
    target: 'https://orders.example/v1',
    level: 'passive',
    exitCode: 0,
    incomplete: undefined,
    exchangesJudged: 4,
    startedAt: '2026-01-20T10:00:00.000Z',
    durationMs: 35,
  });
  expect(brokenRules(report, 'violation')).toEqual([]);
  expect(report.notes).toEqual(['1 request of no operation of the contract: not judged']);
  for (const rule of ['R01', 'R02', 'R03', 'R04', 'R11', 'R14', 'R27', 'R29'])
    expect(resultOf(report, rule)).toMatchObject({ kind: 'passed' });
  expect(resultOf(report, 'R13')).toMatchObject({ reason: 'no request of the traffic exercises it' });
});

const json = ['Content-Type', 'application/json'] as const;
const malformed = {
  kind: 'upstream-failed',
  reason: 'malformed',
  message: 'The response is malformed',
} as const;

test.each<[string, readonly ProxiedExchange[], readonly string[]]>([
  ['a response that Node refuses', [list({ outcome: malformed })], ['R02']],
  ['a fault after a list', [list({ fault: 'Data after the end' })], ['R02']],
  ['a list with another scheme that gets a 200', [list({ key: 'Basic a2V5' })], ['R15']],
  ['an order cancelled twice', [cancel(204), cancel(204, { at: 10 })], ['R29']],
  ['content that is no gzip', [list({ responseHeaders: [json, ['Content-Encoding', 'gzip']] })], ['R02']],
])('finds %s', async (_what, exchanges, expected) => {
  const report = await judged(exchanges);
  expect(brokenRules(report, 'violation')).toEqual(expected);
  expect(report.exitCode).toBe(1);
  expect(
    report.findings.every(({ exchange }) => report.exchanges.some(({ number }) => number === exchange)),
  ).toBe(true);
});

test('a refused cancel that overlaps the successful one is no violation, in whatever order they end', async () => {
  const overlapping = [cancel(204, { number: 2, at: 1 }), cancel(409, { number: 1, at: 0, time: 50 })];
  for (const exchanges of [overlapping, overlapping.toReversed()])
    expect(brokenRules(await judged(exchanges), 'violation')).toEqual([]);
});

test('forgets the orders of an upstream that was reset', async () => {
  const observer = await createObserver(options);
  await observer.judge(cancel(204, { number: 1 }));
  observer.forgetOrders();
  await observer.judge(cancel(204, { number: 2, at: 10 }));
  expect(brokenRules(observer.report(), 'violation')).toEqual([]);
});

test('says what was not judged', async () => {
  const failed = { kind: 'upstream-failed', reason: 'reset', message: 'closed' } as const;
  const report = await judged([
    list(),
    list({ outcome: failed }),
    list({ outcome: { kind: 'client-left' } }),
    list({ headers: [['If-None-Match', '"1"']], status: 304, body: '' }),
    list({ body: null }),
    list({ body: '[', complete: false }),
  ]);
  expect(report.notes).toEqual([
    '1 request without a response: not judged',
    '1 request whose client left before the response: not judged',
    '1 request with a response of a cache, or a 304 for one: not judged',
    '1 request with a response longer than the proxy keeps: not used for rules about bodies',
    '1 request with a response that was cut short: not used for rules about bodies',
  ]);
  expect([report.exitCode, report.exchangesJudged]).toEqual([0, 3]);
  expect(resultOf(report, 'R07')).toMatchObject({ kind: 'passed', exchanges: 1 });
  expect(resultOf(report, 'R02')).toMatchObject({ kind: 'passed', exchanges: 2 });
});

test.each<[string, readonly ProxiedExchange[], string]>([
  ['no traffic', [], 'other-service'],
  ['traffic of something else', [list({ target: '/v2/orders' })], 'other-service'],
  [
    'an upstream that never responds',
    [list({ outcome: { kind: 'upstream-failed', reason: 'refused', message: 'closed' } })],
    'unreachable',
  ],
  ['an upstream that is overloaded', [list({ status: 503 })], 'unavailable'],
  ['an upstream that is overloaded sometimes', [list(), list({ status: 503 })], 'failed'],
])('is incomplete after %s', async (_what, exchanges, kind) => {
  expect(await judged(exchanges)).toMatchObject({ exitCode: 3, incomplete: { kind } });
});

test('a base address without /v1 breaks R01', async () => {
  const report = await judged([list({ target: '/store/orders' })], {
    baseUrl: 'https://orders.example',
    upstreamPath: '',
  });
  expect(brokenRules(report, 'violation')).toEqual(['R01']);
});

test('judges several environments of an upstream without a path, each by its own orders', async () => {
  const report = await judged(
    ['/a/v1', '/b/v1'].map((base) => cancel(204, { target: `${base}/store/orders/12` })),
    { baseUrl: 'https://orders.example', upstreamPath: '' },
  );
  expect([brokenRules(report, 'violation'), report.exchangesJudged]).toEqual([[], 2]);
});

test('says once that the contract is broken, and only for what counts', async () => {
  const said: string[][] = [];
  const more = {
    onBroken: (findings: Report['findings']) => void said.push(findings.map(({ rule }) => rule)),
  };
  await judged([list(), list({ status: 500 }), cancel(500)], more);
  expect(said).toEqual([['R03']]);
  await judged([list({ status: 500 })], { ...more, criteria: readCriteria({ ignore: ['R03'] }) });
  await judged([cancel(204), cancel(204, { at: 9 })], more);
  expect(said).toEqual([['R03'], ['R29']]);
});

test('keeps no more exchanges and bytes than a report shows, and counts all', async () => {
  const body = JSON.stringify(Array.from({ length: 3000 }, (_, id) => ({ id })));
  const report = await judged(Array.from({ length: 100 }, (_, at) => list({ at, body })));
  expect(report.exchangesJudged).toBe(100);
  expect(report.exchanges.length).toBeLessThan(10);
  const [first] = report.exchanges;
  if (first?.outcome.kind !== 'responded') throw new Error('no response');
  expect(first.outcome.response).toMatchObject({ bodyBytes: body.length });
  expect(first.outcome.response.body?.buffer.byteLength).toBe(8192);
});

const secret = 'canary/7f3a9+Zq-14';
const code = encodeURIComponent(secret);
const gzipped = [json, ['Content-Encoding', 'gzip']] as const;

/** What a service can repeat of a secret. */
const echoes: readonly Forwarded[] = [
  { statusLine: `HTTP/1.1 500 ${secret}`, status: 500 },
  { body: `[{"id":1,"${secret}":"${code}"}]` },
  { body: `${'x'.repeat(70)}${secret}${'y'.repeat(70)}` },
  { status: 401, body: `{"code":"${secret}","message":"no ${secret}","status":400}` },
  { status: 409, body: secret, responseHeaders: [['Content-Type', `x/${secret}`]] },
  {
    responseHeaders: [
      ['X-Echo', secret],
      [`X-${secret}`, '1'],
      ['Content-Length', secret],
    ],
  },
  { body: gzipSync(`{"secret":"${Buffer.from(secret).toString('base64')}"}`), responseHeaders: gzipped },
];

test.each<[string, Forwarded]>([
  ['a bearer token', { key: `Bearer ${secret}` }],
  ['no scheme', { key: secret }],
  ['Basic', { key: `Basic ${Buffer.from(`user:${secret}`).toString('base64')}` }],
  ['another header', { key: null, headers: [['X-Api-Key', secret]] }],
  ['a cookie', { headers: [['Cookie', `a=b; session=${secret}; c=d`]] }],
  ['a query', { target: `/v1/store/orders?key=${code}` }],
  ['the target', { target: `http://user:${code}@host/v1/store/orders` }],
])('a report has no credential in %s, whichever of the next 20 responses repeats it', async (_, place) => {
  const others = Array.from({ length: 21 }, (_one, at): Forwarded => ({ key: `Bearer another-${at}` }));
  const exchanges = echoes.flatMap((echo) => [
    { ...place, ...echo },
    place,
    ...others.slice(2),
    { ...others[1], ...echo },
  ]);
  // At the end, the credential is not remembered any more.
  const report = await judged([...exchanges, ...others].map((exchange) => list(exchange)));
  const written = `${reportWriters.json(report)}${reportWriters.terminal(report)}`;
  expect(written).toContain('[redacted]');
  expect(written).not.toMatch(/7f3a9|Y2FuYXJ5|N2YzYTk/i);
});
