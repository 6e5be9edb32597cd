import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPlan, planCheck } from '../../src/check/plan-check.ts';
import { rules } from '../../src/contract/rules/rules.ts';
import { checkWithin } from './mutants/check-within.ts';

const target = { url: 'http://127.0.0.1:4010/v1', apiKey: 'key' };
const named = { pendingIds: [101n], shippedIds: [201n] };
const ids = rules.map(({ id }) => id);

describe('a plan', () => {
  test.each([
    ['observe', 3],
    ['probe', 6],
  ] as const)('of level %s is that of level cancel as far as its %i probes', async (level, sent) => {
    const whole = await planCheck({ ...target, level: 'cancel', ...named });
    const plan = await planCheck({ ...target, level });
    const isPlanned = plan.probes.filter(({ withheld }) => withheld === undefined);
    expect(isPlanned).toHaveLength(sent);
    expect(isPlanned.every((probe) => whole.probes.some(({ id }) => id === probe.id))).toBe(true);
    const planned = plan.probes.reduce((sum, { requests }) => sum + requests.length, 0);
    expect(formatPlan(plan)).toContain(
      `, level ${level}: ${planned} requests to a target that keeps the contract, without a rate limit.`,
    );
  });

  test('says why a probe sends nothing', async () => {
    const { probes } = await planCheck({ ...target, level: 'cancel', pendingIds: [101n] });
    expect(probes.filter(({ withheld }) => withheld !== undefined)).toMatchObject([
      { id: 'shipped-orders', withheld: 'no order was named for it' },
      { id: 'races', withheld: 'level cancel does not include it; use --level race' },
    ]);
  });

  test('is what a check of an honest target sends, whatever rules are skipped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(ids), async (skip) => {
        const report = await checkWithin({}, 'cancel', { skip });
        const { probes } = await planCheck({ ...target, level: 'cancel', ...named, skip });
        const sent = report.exchanges.map(({ request: { method, query, key } }) => [method, query, key]);
        const planned = probes.flatMap(({ requests }) =>
          requests.map(({ method, query, key }) => [method, query, key]),
        );
        expect(sent).toEqual(planned);
      }),
      { numRuns: 10 },
    );
  });
});
