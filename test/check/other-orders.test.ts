import { describe, expect, test } from 'vitest';
import type { Report, RuleId } from '../../src/contract/report.ts';
import { advancingClock } from '../support/test-clock.ts';
import { brokenOthers } from './mutants/broken-others.ts';
import { checkWithin } from './mutants/check-within.ts';
import { type Twist, tinyOrder } from './mutants/honest-server.ts';
import { brokenRules } from './mutants/mutant.ts';

const reasonOf = (report: Report, rule: RuleId): string | undefined =>
  report.rules.flatMap((one) => (one.kind === 'not-exercised' && one.rule === rule ? one.reason : []))[0];

describe('a check that is alone', () => {
  test('names the cancel, and the other explanation', async () => {
    const twist: Twist = {
      list: (all) => all.filter(({ id }) => id !== '102' || !all.some(({ state }) => state === 'cancelled')),
    };
    expect((await checkWithin(twist, 'cancel')).findings).toMatchObject([
      {
        expected:
          'order 102 in the list, as before the cancel of order 101 (if another client changed it, repeat with --shared)',
        got: 'a list without it',
      },
    ]);
  });

  test('waits until its lists before the first cancel span a second', async () => {
    const clock = advancingClock();
    const begin = clock.now();
    await checkWithin({}, 'probe', { clock });
    expect(clock.now() - begin).toBe(1000);
  });
});

describe('a check beside other clients', () => {
  const needAlone: readonly RuleId[] = ['R33', 'R34', 'R36'];

  const blamed = brokenOthers.filter(([, result]) => result.includes('R33'));

  test.each(blamed.map(([name, , twist, options]) => ({ name, twist, options })))(
    'does not blame a service if it is shared and $name',
    async ({ twist, options }) => {
      const given = typeof twist === 'function' ? twist() : twist;
      const report = await checkWithin(given, 'cancel', { ...options, shared: true });
      expect(brokenRules(report).filter((rule) => rule !== 'R31')).toEqual([]);
      expect(needAlone.map((rule) => reasonOf(report, rule))).toEqual(
        Array(3).fill('--shared says that other clients use the target'),
      );
    },
  );

  test('notices them by two lists that differ before its first cancel', async () => {
    let isRemoved = false;
    const clock = advancingClock(() => {
      isRemoved = true;
    });
    const twist: Twist = { list: (all) => (isRemoved ? all.slice(0, 4) : all) };
    const report = await checkWithin(twist, 'cancel', { clock });
    expect(report.findings).toEqual([]);
    expect(needAlone.map((rule) => reasonOf(report, rule))).toEqual(
      Array(3).fill('the lists changed before the first cancel: other clients use the target'),
    );
    expect(report.notes).toContain(
      'Other clients use the target: the lists changed before the first cancel.',
    );
  });

  test('notices them by an order that appears after its first cancel', async () => {
    const twist: Twist = {
      list: (all) =>
        all.some(({ state }) => state === 'cancelled') ? [...all, tinyOrder('3001', 'pending')] : all,
    };
    const report = await checkWithin(twist, 'cancel', { shippedIds: [] });
    expect(report.findings).toEqual([]);
    expect(reasonOf(report, 'R36')).toBe(
      'new orders appeared at the time of the cancel of order 101: other clients use the target',
    );
  });
});
