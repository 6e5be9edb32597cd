import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import type { CheckOptions } from '../../src/check/check-options.ts';
import { describeKey } from '../../src/contract/api-key.ts';
import type { Level, Report } from '../../src/contract/report.ts';
import { type RuleId, rules } from '../../src/contract/rules/rules.ts';
import { fastClock } from '../support/test-clock.ts';
import { checkWithin } from './mutants/check-within.ts';
import { serverKey, startTinyServer, type Twist } from './mutants/honest-server.ts';
import { hasKey, lists, rewire } from './mutants/mutant.ts';

/** Checks a tiny service and returns the report and the requests that it received. */
async function check(twist: Twist, options: Partial<CheckOptions>) {
  await using server = await startTinyServer(twist);
  const report = await checkContract({ url: server.url, apiKey: serverKey, clock: fastClock, ...options });
  return { report, requests: server.requests };
}

test('does not repeat a cancel whose response is lost, and reports that its effect is unknown', async () => {
  const lost: Twist = { wire: (wire) => (wire.status === 204 ? { ...wire, silent: true } : wire) };
  const { report, requests } = await check(lost, { level: 'cancel', pendingIds: [101n] });
  const cancels = requests.filter(({ orderId }) => orderId === '101');
  expect(cancels.filter(hasKey)).toHaveLength(1);
  expect(report.notes.join()).toMatch(
    /Order 101, .* got no response, so that it is unknown whether it was cancelled/,
  );
  expect(report.incomplete?.kind).toBe('failed');
  expect(report.exitCode).toBe(3);
});

const namedAt = (level: Level) => (level === 'cancel' ? { pendingIds: [101n], shippedIds: [201n] } : {});
const listed = ['101', '102', '201', '202', '9007199254740993'];

test.each([
  ['observe', []],
  ['probe', []],
  ['cancel', ['201', '201', '101', '101', '101']],
] as const)('at level %s the DELETEs of listed orders with the key are %j', async (level, expected) => {
  const { requests } = await check({}, { level, ...namedAt(level) });
  const deletes = requests.filter(({ method }) => method === 'DELETE');
  const ofListed = deletes.filter(({ orderId = '' }) => listed.includes(orderId));
  expect(ofListed.filter(hasKey).map(({ orderId }) => orderId)).toEqual(expected);
  const others = ofListed.filter((request) => !hasKey(request));
  expect(others.map(({ orderId }) => orderId)).toEqual(
    level === 'cancel' ? ['201', '201', ...Array(7).fill('101')] : [],
  );
  expect(deletes.length > 0).toBe(level !== 'observe');
});

const ids = rules.map(({ id }) => id);

/** What a check sent, without ids that were drawn. */
const sentBy = (report: Report): readonly string[] =>
  report.exchanges.map(({ request: { method, path, query, key } }) =>
    [method, path.replace(/\/[0-9]{4,}$/, '/absent'), query === '' ? '' : 'query', describeKey(key)].join(
      ' ',
    ),
  );

const resultOf = (report: Report, id: RuleId) => report.rules.find(({ rule }) => rule === id);
/** A named order whose cancel is skipped is not tested. */
const exitCodeOf = ({ orders }: Report) => (orders.some(({ untested }) => untested !== undefined) ? 3 : 0);
const skipped = { kind: 'not-exercised', reason: 'skipped by the user (--skip)' };

test.each<[readonly RuleId[], RegExp]>([
  [['R13'], / query /],
  [['R14'], /^GET .* without a key$/],
  [['R15'], /^GET .* with (?:a|an|the key (?:with|and|in)) ?/],
  [['R16'], /^DELETE .* without a key$/],
  [['R17'], /^DELETE .* with (?:a|an|the key (?:with|and|in)) ?/],
  [['R16', 'R17', 'R18', 'R30', 'R31', 'R32', 'R33'], /^DELETE .*\/201 {2}with the key$/],
])('without %j it leaves out the requests that decide only that', async (skip, pattern) => {
  const all = sentBy(await checkWithin({}, 'cancel'));
  const report = await checkWithin({}, 'cancel', { skip });
  const sent = sentBy(report);
  const left = sent.filter((line) => pattern.test(line));
  expect(left).toEqual([]);
  expect(all.filter((line) => pattern.test(line)).length).toBeGreaterThan(left.length);
  for (const id of skip) expect(resultOf(report, id)).toMatchObject(skipped);
  const without = report.rules.filter(({ kind }) => kind === 'not-exercised').map(({ rule }) => rule);
  // R34 needs every wrong key, and the others level race.
  const needMore = ['R34', 'R35', 'R36', 'R37'];
  expect(without.filter((id) => !needMore.includes(id) || skip.includes(id))).toEqual(skip);
  expect(report.exitCode).toBe(exitCodeOf(report));
});

test('sends only lists if every rule is skipped', async () => {
  const report = await checkWithin({}, 'cancel', { skip: ids });
  expect(new Set(sentBy(report))).toEqual(new Set(['GET /store/orders  with the key']));
  for (const result of report.rules) expect(result).toMatchObject(skipped);
});

test('counts no finding of a skipped rule, and every finding of the others', async () => {
  const untyped = rewire(lists, () => ({ headers: [] }));
  const twist: Twist = { ...untyped, list: (orders) => [...orders, ...orders] };
  const broken = async (skip: readonly RuleId[]) =>
    (await checkWithin(twist, 'probe', { skip })).findings.map(({ rule }) => rule);
  expect(await broken([])).toEqual(expect.arrayContaining(['R05', 'R11']));
  expect(await broken(['R05'])).toEqual(expect.not.arrayContaining(['R05']));
  expect(await broken(['R05'])).toContain('R11');
  expect((await checkWithin(twist, 'probe', { skip: ['R05', 'R11'] })).exitCode).toBe(0);
});
