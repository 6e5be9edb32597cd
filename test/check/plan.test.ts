import { expect, test } from 'vitest';
import { formatPlan, planCheck } from '../../src/check/plan-check.ts';

const target = { url: 'http://127.0.0.1:4010/v1', apiKey: 'key' };
const whole = planCheck({ ...target, level: 'cancel', pendingIds: [101n], shippedIds: [201n] });

test.each([
  ['observe', 3, ['probe', 'cancel', 'cancel', 'race']],
  ['probe', 4, ['cancel', 'cancel', 'race']],
] as const)('the plan of level %s is that of level cancel as far as its %i probes', (level, sent, needs) => {
  const plan = planCheck({ ...target, level });
  expect(plan.probes.slice(0, sent)).toEqual(whole.probes.slice(0, sent));
  const withheld = needs.map((needed) => `needs \`level: ${needed}\``);
  expect(plan.probes.slice(sent)).toMatchObject(withheld.map((why) => ({ steps: [], withheld: why })));
  expect(formatPlan(plan)).toContain(`, level ${level}: at most 150 requests, without a rate limit.`);
});

test('a plan of level cancel has no cancel of a shipped order if none was named', () => {
  const { probes } = planCheck({ ...target, level: 'cancel', pendingIds: [101n] });
  const nothing = 'no order was named for it';
  expect(probes.map(({ id, withheld }) => [id, withheld])).toEqual([
    ['list', undefined],
    ['list-keys', undefined],
    ['list-query', undefined],
    ['absent-orders', undefined],
    ['shipped-orders', nothing],
    ['pending-orders', undefined],
    ['races', 'needs `level: race`'],
  ]);
});
