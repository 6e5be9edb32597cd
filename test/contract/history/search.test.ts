import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HistoryChoices, Operation } from '../../../src/contract/history/operation.ts';
import {
  type Effect,
  findViolation,
  type RegisterOperation,
} from '../../simulator/orders/linearizability/register.ts';
import { cancel, judge, keeps, listed, order, removes, unlisted } from './operations.ts';

/** What others may do at any time. */
const others: readonly RegisterOperation[] = (
  [
    { met: ['absent'], leaves: 'pending' },
    { met: ['pending'], leaves: 'cancelled' },
    { met: ['pending'], leaves: 'shipped' },
  ] satisfies Effect[]
).map((effect) => ({ begin: -1, end: Number.POSITIVE_INFINITY, effect }));

function effectOf(operation: Operation, { cancelledInList }: HistoryChoices): Effect {
  const isKept = cancelledInList === 'keep';
  if (operation.kind === 'list')
    return operation.orders.includes(order)
      ? { met: isKept ? ['pending', 'shipped', 'cancelled'] : ['pending', 'shipped'] }
      : { met: isKept ? ['absent'] : ['absent', 'cancelled'] };
  if (operation.status === 204) return { met: ['pending'], leaves: 'cancelled' };
  if (operation.status === undefined) return { met: ['absent', 'pending', 'shipped', 'cancelled'] };
  return { met: operation.status === 409 ? ['shipped', 'cancelled'] : ['absent', 'cancelled'] };
}

/** Up to 7 operations whose begins and ends are all different. */
const smallHistory = fc
  .array(
    fc.constantFrom<[string, number | undefined]>(
      ['cancel', 204],
      ['cancel', 404],
      ['cancel', 409],
      ['cancel', undefined],
      ['listed', 0],
      ['unlisted', 0],
    ),
    { minLength: 1, maxLength: 7 },
  )
  .chain((kinds) =>
    fc
      .shuffledSubarray(
        Array.from({ length: 2 * kinds.length }, (_, at) => at),
        { minLength: 2 * kinds.length },
      )
      .map((times) =>
        kinds.map(([kind, status], at) => {
          const [begin = 0, end = 0] = [times[2 * at], times[2 * at + 1]].sort(
            (one = 0, other = 0) => one - other,
          );
          if (kind === 'cancel') return cancel(begin, end, status);
          return kind === 'listed' ? listed(begin, end) : unlisted(begin, end);
        }),
      ),
  );

test.each([removes, keeps])(
  'with %j the verdict is that of a search through all orders of events',
  (choices) => {
    const runs = 2_000;
    let impossible = 0;
    fc.assert(
      fc.property(smallHistory, (operations) => {
        const searched = [
          ...others,
          ...operations.map(({ begin, end, ...operation }) => ({
            begin,
            end: 'status' in operation && operation.status === undefined ? Number.POSITIVE_INFINITY : end,
            effect: effectOf({ begin, end, ...operation } as Operation, choices),
          })),
        ];
        const expected = findViolation(searched, 'absent') !== undefined;
        if (expected) impossible += 1;
        expect(judge(choices, operations).length > 0).toBe(expected);
      }),
      { numRuns: runs },
    );
    expect(impossible).toBeGreaterThan(runs / 20);
  },
);
