import { describe, expect, test } from 'vitest';
import type { CheckOptions } from '../../src/check/check-options.ts';
import type { RuleId } from '../../src/contract/report.ts';
import { advancingClock } from './fast-clock.ts';
import { checkWithin } from './mutants/check-within.ts';
import { type TinyOrder, type Twist, tinyOrder } from './mutants/honest-server.ts';
import { brokenRules } from './mutants/run-against.ts';

const orders = (): TinyOrder[] => [
  tinyOrder('1001', 'pending', { petId: 7 }),
  tinyOrder('1002', 'pending', { petId: 7 }),
  tinyOrder('1003', 'pending', { petId: 8 }),
  tinyOrder('2001', 'shipped', { petId: 9 }),
];

type Lie = () => Twist;

/** A service that removes cancelled orders from its list, and others with them. */
const removing = (
  takesToo: (cancelled: readonly TinyOrder[], order: TinyOrder) => boolean,
  lists = 0,
): Lie => {
  return () => {
    let seen = 0;
    return {
      orders,
      list: (all) => {
        const cancelled = all.filter(({ state }) => state === 'cancelled');
        if (cancelled.length > 0) seen += 1;
        const isGone = (order: TinyOrder): boolean =>
          order.state === 'cancelled' || (seen > lists && cancelled.length > 0 && takesToo(cancelled, order));
        return all.filter((order) => !isGone(order));
      },
    };
  };
};

const petOf = ({ text }: TinyOrder): unknown => JSON.parse(text).petId;

/** A cancel of an order that does not exist removes orders. */
const removingByAbsent = (lists: number): Lie => {
  return () => {
    let absent = 0;
    let seen = 0;
    return {
      orders,
      cancel: (order) => {
        if (order === undefined) absent += 1;
        return undefined;
      },
      list: (all) => {
        if (absent > 0) seen += 1;
        return absent > 0 && seen > lists ? all.slice(0, 2) : all;
      },
    };
  };
};

const lies: readonly (readonly [what: string, lie: Lie, level: 'probe' | 'cancel'])[] = [
  [
    'removes every order of the same pet',
    removing((cancelled, order) => cancelled.some((one) => petOf(one) === petOf(order))),
    'cancel',
  ],
  ['removes another order two lists later', removing((_, { id }) => id === '1003', 2), 'cancel'],
  ['removes a shipped order', removing((_, { id }) => id === '2001'), 'cancel'],
  ['removes orders with a cancel of an absent one', removingByAbsent(0), 'probe'],
  ['removes orders two lists after a cancel of an absent one', removingByAbsent(2), 'probe'],
];

async function check(twist: Twist, level: 'probe' | 'cancel', options: Partial<CheckOptions> = {}) {
  const clock = advancingClock();
  const begin = clock.now();
  const named = level === 'cancel' ? { pendingIds: [1001n], shippedIds: [] } : {};
  const report = await checkWithin(twist, level, { ...named, clock, ...options });
  const reasonOf = (rule: RuleId): string | undefined =>
    report.rules.flatMap((one) => (one.kind === 'not-exercised' && one.rule === rule ? one.reason : []))[0];
  return { report, reasonOf, tookMs: clock.now() - begin };
}

describe('a check that is alone', () => {
  test.each(lies)('finds at once a service that %s', async (_what, lie, level) => {
    const { report, tookMs } = await check(lie(), level);
    expect(brokenRules(report)).toEqual(['R33']);
    expect(report.exitCode).toBe(1);
    expect(tookMs).toBeLessThan(10_000);
  });

  test('names the cancel, and the other explanation', async () => {
    const [[, lie] = []] = lies;
    const { report } = await check(lie?.() ?? {}, 'cancel');
    expect(report.findings).toMatchObject([
      {
        expected:
          'order 1002 in the list, as before the cancel of order 1001 (if another client changed it, repeat with --shared)',
        got: 'a list without it',
      },
    ]);
  });

  test('waits until its lists before the first cancel span a second', async () => {
    expect((await check({ orders }, 'probe')).tookMs).toBe(1000);
  });
});

describe('a check beside other clients', () => {
  const needAlone: readonly RuleId[] = ['R33', 'R34', 'R36'];

  test.each(lies)('does not blame a service that %s if it is shared', async (_what, lie, level) => {
    const { report, reasonOf } = await check(lie(), level, { shared: true });
    expect(report.findings).toEqual([]);
    expect(needAlone.map(reasonOf)).toEqual(Array(3).fill('--shared says that other clients use the target'));
  });

  test('notices them by two lists that differ before its first cancel', async () => {
    const meanwhile = { removed: false };
    const clock = advancingClock(() => {
      meanwhile.removed = true;
    });
    const twist: Twist = { orders, list: (all) => (meanwhile.removed ? all.slice(0, 3) : all) };
    const { report, reasonOf } = await check(twist, 'cancel', { clock } as Partial<CheckOptions>);
    expect(report.findings).toEqual([]);
    expect(needAlone.map(reasonOf)).toEqual(
      Array(3).fill('the lists changed before the first cancel: other clients use the target'),
    );
    expect(report.notes).toContain(
      'Other clients use the target: the lists changed before the first cancel.',
    );
  });

  test('notices them by an order that appears after its first cancel', async () => {
    const twist: Twist = {
      orders,
      list: (all) =>
        all.some(({ state }) => state === 'cancelled') ? [...all, tinyOrder('3001', 'pending')] : all,
    };
    const { report, reasonOf } = await check(twist, 'cancel');
    expect(report.findings).toEqual([]);
    expect(reasonOf('R36')).toBe(
      'new orders appeared at the time of the cancel of order 1001: other clients use the target',
    );
  });
});
