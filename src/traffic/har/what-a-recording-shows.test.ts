import { expect, test } from 'vitest';
import { cancel, entry, har, simpleContext } from '../../../test/traffic/har/recording.ts';
import type { Report } from '../../contract/report.ts';
import type { RuleId } from '../../contract/rules/rule-ids.ts';
import { judgeHar } from './judge-har.ts';
import { readHarText } from './read-har.ts';

const judged = (entries: readonly object[], baseUrl?: string): Promise<Report> =>
  judgeHar(readHarText(har(...entries), 'it.har', baseUrl), simpleContext);
const broken = ({ rules }: Report) => rules.filter(({ kind }) => kind === 'failed').map(({ rule }) => rule);
const resultOf = ({ rules }: Report, wanted: RuleId) => rules.find(({ rule }) => rule === wanted);

test('the notes count what was not judged, by reason', async () => {
  const { notes } = await judged([
    entry({ key: null }),
    entry({ key: null, method: 'PUT' }),
    entry({ key: null, entry: { _fromCache: 'disk' } }),
    entry({ key: null, entry: { _fromCache: 'disk' } }),
  ]);
  expect(notes).toEqual([
    '1 request to the same host, but not operations of the contract: not judged',
    '2 requests served by a cache: ignored',
    '1 request without an Authorization header, which some exports leave out: judged as sent with a key',
  ]);
});

test.each<[string, readonly object[], RuleId, string]>([
  ['no request', [entry({ url: '/pets' })], 'R03', 'the recording has no request of the contract'],
  ['no response', [entry({ status: 0 })], 'R03', 'the recording has no response'],
  [
    'no key',
    [entry({ key: null })],
    'R14',
    'the recording has no Authorization header; some exports leave it out',
  ],
  ['no key', [entry({ key: null })], 'R29', 'no recorded exchange exercises it'],
  ['a key', [entry(), entry({ status: 0, at: 1 })], 'R15', 'no recorded exchange exercises it'],
])('a recording with %s says why a rule was not exercised', async (_, entries, rule, reason) => {
  expect(resultOf(await judged(entries), rule)).toMatchObject({ kind: 'not-exercised', reason });
});

test.each<[string, readonly object[], string | undefined, string]>([
  [
    'no base address',
    [entry({ url: '/pets' })],
    undefined,
    'it.har has no GET of /store/orders and no DELETE of an order below an address that ends in /v1: record such requests, or pass the base address.',
  ],
  [
    'nothing below the base address',
    [entry()],
    'https://orders.example/v2',
    'it.har has no GET of /store/orders and no DELETE of an order below https://orders.example/v2: record such requests, or pass the base address.',
  ],
  [
    'no response',
    [entry({ status: 0 })],
    undefined,
    'No response was recorded for the 1 request to https://orders.example/v1 (the recording has no response): record again when the service responds.',
  ],
])('a recording with %s says what to do', async (_, entries, baseUrl, message) => {
  expect((await judged(entries, baseUrl)).incomplete?.message).toBe(message);
});

test('operations are judged in the order of their begin, whatever the order of their ends', async () => {
  const report = await judged([cancel(204, { at: 20 }), cancel(409, { at: 0 })]);
  expect(broken(report)).toEqual(['R31']);
});

test('the base address is a finding only where a response shows it', async () => {
  const url = 'https://h.example/api/store/orders';
  for (const [entries, rules] of [
    [[entry({ url, status: 0 })], []],
    [[entry({ url, status: 0 }), entry({ url, at: 1 })], ['R01']],
  ] as const)
    expect(broken(await judged(entries, 'https://h.example/api'))).toEqual(rules);
});
