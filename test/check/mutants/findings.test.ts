import { beforeAll, expect, test } from 'vitest';
import { formatPlan, planCheck } from '../../../src/check/plan-check.ts';
import type { Level, Report } from '../../../src/contract/report.ts';
import { cancelDisturbances } from './cancel-disturbances.ts';
import { checkWithin } from './check-within.ts';
import { legalVariations } from './legal-variations.ts';
import { listDisturbances } from './list-disturbances.ts';
import { mutants } from './mutants.ts';
import { oneOfEachKind, sentencesOf, summaryOf } from './report-summary.ts';

// Each server has a line in `expected/`, and each kind of sentence an example there. `vitest -u` writes these files.

const levels = ['observe', 'probe', 'cancel'] as const;
const disturbances = [...listDisturbances, ...cancelDisturbances];

type Checked = { readonly name: string; readonly level: Level; readonly report: Report };
const checked: Record<'honest' | 'mutants' | 'legal' | 'disturbed', Checked[]> = {
  honest: [],
  mutants: [],
  legal: [],
  disturbed: [],
};

beforeAll(async () => {
  for (const level of levels)
    checked.honest.push({ name: `honest at level ${level}`, level, report: await checkWithin({}, level) });
  for (const { name, rule, level, twist, named = {} } of mutants)
    checked.mutants.push({ name: `${rule} ${name}`, level, report: await checkWithin(twist, level, named) });
  for (const { name, twist } of legalVariations)
    checked.legal.push({ name, level: 'cancel', report: await checkWithin(twist, 'cancel') });
  for (const { name, twist, options, drawn } of disturbances)
    checked.disturbed.push({
      name,
      level: 'cancel',
      report: await checkWithin(twist(), 'cancel', { ...options, drawn }),
    });
});

function linesOf(all: readonly Checked[]): string {
  const usual = new Map(checked.honest.map(({ level, report }) => [level, report]));
  return all.map(({ name, level, report }) => `${name}: ${summaryOf(report, usual.get(level))}\n`).join('');
}

test('the reports on honest servers are those of honest.txt', async () => {
  const lines = checked.honest.map(({ name, report }) => `${name}: ${summaryOf(report)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('expected/honest.txt');
});

test.each(['mutants', 'legal', 'disturbed'] as const)(
  'the reports on other servers differ from them as in %s.txt',
  async (table) => {
    await expect(linesOf(checked[table])).toMatchFileSnapshot(`expected/${table}.txt`);
  },
);

test('each kind of sentence in a report is in sentences.txt once', async () => {
  const all = Object.values(checked).flat();
  const sentences = oneOfEachKind(all.flatMap(({ report }) => sentencesOf(report)));
  await expect(`${sentences.join('\n')}\n`).toMatchFileSnapshot('expected/sentences.txt');
});

const target = { url: 'http://127.0.0.1:4010/v1', apiKey: 'key' };
const whole = planCheck({ ...target, level: 'cancel', pendingIds: [101n], shippedIds: [201n] });

test('the plan of level cancel is plan.txt', async () => {
  await expect(formatPlan(whole)).toMatchFileSnapshot('expected/plan.txt');
});

test.each([
  ['observe', 3, ['probe', 'cancel', 'cancel', 'cancel', 'race']],
  ['probe', 4, ['cancel', 'cancel', 'cancel', 'race']],
] as const)('the plan of level %s is that of level cancel as far as its %i probes', (level, sent, needs) => {
  const plan = planCheck({ ...target, level });
  expect(plan.probes.slice(0, sent)).toEqual(whole.probes.slice(0, sent));
  const withheld = needs.map((needed) => `needs \`level: ${needed}\``);
  expect(plan.probes.slice(sent)).toMatchObject(withheld.map((why) => ({ steps: [], withheld: why })));
  expect(formatPlan(plan)).toContain(`, level ${level}: at most 150 requests, without a rate limit.`);
});

test('plans no cancel of a shipped order at level cancel if none was named', () => {
  const { probes } = planCheck({ ...target, level: 'cancel', pendingIds: [101n] });
  const nothing = 'no order was named for it';
  expect(probes.map(({ id, withheld }) => [id, withheld])).toEqual([
    ['list', undefined],
    ['list-keys', undefined],
    ['list-query', undefined],
    ['absent-orders', undefined],
    ['shipped-orders', nothing],
    ['pending-orders', undefined],
    ['refusals', undefined],
    ['races', 'needs `level: race`'],
  ]);
});
