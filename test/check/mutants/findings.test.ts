import { expect, test } from 'vitest';
import { formatPlan, planCheck } from '../../../src/check/plan-check.ts';
import type { Level } from '../../../src/contract/report.ts';
import { cancelDisturbances } from './cancel-disturbances.ts';
import { cancelMutants } from './cancel-mutants.ts';
import { checkWithin } from './check-within.ts';
import { keyMutants } from './key-mutants.ts';
import { legalVariations } from './legal-variations.ts';
import { listDisturbances } from './list-disturbances.ts';
import { listMutants } from './list-mutants.ts';
import { messageMutants } from './message-mutants.ts';
import { otherOrdersMutants } from './other-orders-mutants.ts';
import { differences, reportLines } from './report-lines.ts';

// The report about each server, word for word, where it differs from the report about an honest server.

const mutants = [...messageMutants, ...listMutants, ...keyMutants, ...cancelMutants, ...otherOrdersMutants];
const honestReports = new Map<Level, ReturnType<typeof checkWithin>>();
const honest = (level: Level) => {
  const report = honestReports.get(level) ?? checkWithin({}, level);
  honestReports.set(level, report);
  return report;
};

test.each(['observe', 'probe', 'cancel'] as const)(
  'reports on an honest service at level %s',
  async (level) => {
    expect(reportLines(await honest(level))).toMatchSnapshot();
  },
);

const target = { url: 'http://127.0.0.1:4010/v1', apiKey: 'key' };

test.each(['observe', 'probe', 'cancel'] as const)('plans what level %s would send', (level) => {
  const named = level === 'cancel' ? { pendingIds: [101n], shippedIds: [201n] } : {};
  const plan = planCheck({ ...target, level, ...named });
  expect(formatPlan(plan)).toMatchSnapshot();
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

const broken = mutants.map((mutant) => [mutant.name, mutant] as const);

test.each(broken)('reports what is wrong when %s', async (_name, { rule, level, twist, named }) => {
  const report = await checkWithin(twist, level, named ?? {});
  expect(report.rules.filter(({ kind }) => kind === 'failed').map((result) => result.rule)).toContain(rule);
  expect(differences(report, await honest(level))).toMatchSnapshot();
});

const legal = legalVariations.map(({ name, twist }) => [name, twist] as const);

test.each(legal)('reports what a server does in a gap: %s', async (_name, twist) => {
  expect(differences(await checkWithin(twist, 'cancel'), await honest('cancel'))).toMatchSnapshot();
});

const disturbances = [...listDisturbances, ...cancelDisturbances].map(
  (situation) => [situation.name, situation] as const,
);

test.each(disturbances)('reports what can be known when %s', async (_name, { twist, options, drawn }) => {
  const report = await checkWithin(twist(), 'cancel', { ...options, drawn });
  expect(differences(report, await honest('cancel'))).toMatchSnapshot();
});
