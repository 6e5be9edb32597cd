import { expect, test } from 'vitest';
import { describeKey } from '../../src/contract/api-key.ts';
import type { Report } from '../../src/contract/report.ts';
import { type RuleId, rules } from '../../src/contract/rules/rules.ts';
import { checkWithin } from './mutants/check-within.ts';
import type { Twist } from './mutants/honest-server.ts';
import { lists, rewire } from './mutants/mutant.ts';

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
