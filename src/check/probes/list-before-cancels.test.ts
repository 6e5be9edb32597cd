import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkWithin } from '../../../test/check/mutants/check-within.ts';
import type { Twist } from '../../../test/check/mutants/honest-server.ts';
import type { Level, Report } from '../../contract/report.ts';
import type { RuleId } from '../../contract/rules/rules.ts';

/** How long the list still shows an order that someone else cancelled right before the check. */
type Lag = { readonly lists: number; readonly ms: number };

type Check = { readonly level: Level; readonly skip: readonly RuleId[] };

const absent = ['R16', 'R17', 'R18', 'R25'] as const;
const shipped = ['R30', 'R31', 'R32'] as const;

/** Each of these sends its first DELETE in another probe. */
const checks: readonly Check[] = [
  { level: 'probe', skip: [] },
  { level: 'cancel', skip: [] },
  { level: 'cancel', skip: absent },
  { level: 'cancel', skip: [...absent, ...shipped] },
];

/** Checks a target that removes order 102 from the list with this lag; each request takes `tookMs`. */
async function checkLate(lag: Lag, tookMs: number, check: Check): Promise<Report> {
  let [now, plainLists] = [0, 0];
  const twist: Twist = {
    list: (orders, { query }) => {
      now += tookMs;
      if (query.size === 0) plainLists += 1;
      return orders.filter(({ id }) => id !== '102' || plainLists <= lag.lists || now < lag.ms);
    },
  };
  const sleep = async (ms: number): Promise<void> => {
    now += ms;
  };
  return checkWithin(twist, check.level, { skip: check.skip, clock: { now: () => now, sleep } });
}

const resultOf = ({ rules }: Report, id: RuleId) => rules.find(({ rule }) => rule === id);

test('an order that someone else cancelled before the check, and that leaves the list late, breaks no rule', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ lists: fc.nat(2), ms: fc.nat(1000) }),
      fc.nat(300),
      fc.constantFrom(...checks),
      async (lag, tookMs, check) => {
        expect((await checkLate(lag, tookMs, check)).findings).toEqual([]);
      },
    ),
    {
      numRuns: 20,
      examples: checks.flatMap((check) =>
        [
          { lists: 2, ms: 0 },
          { lists: 0, ms: 1000 },
        ].map((lag) => [lag, 0, check]),
      ),
    },
  );
});

test.each(checks)('decides R33 with %j by the lists after the change', async (check) => {
  const report = await checkLate({ lists: 2, ms: 1000 }, 10, check);
  expect(resultOf(report, 'R33')).toMatchObject({ kind: 'passed' });
});

test('waits before its first DELETE only as long as its lists do not span a second', async () => {
  const pauses: number[] = [];
  let now = 0;
  const twist: Twist = {
    wire: (wire) => {
      now += 180;
      return wire;
    },
  };
  const sleep = async (ms: number): Promise<void> => void pauses.push(ms);
  await checkWithin(twist, 'cancel', { clock: { now: () => now, sleep } });
  await checkWithin({}, 'cancel', { clock: { now: () => 0, sleep } });
  await checkWithin({}, 'observe', { clock: { now: () => 0, sleep } });
  expect(pauses).toEqual([1000]);
});
