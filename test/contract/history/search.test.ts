import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/contract/history/operation.ts';
import {
  type Effect,
  findViolation,
  type RegisterOperation,
} from '../../simulator/orders/linearizability/register.ts';
import { cancel, judge, listed, order, unlisted } from './operations.ts';

/** What others may do at any time. */
const others: readonly RegisterOperation[] = (
  [
    { met: ['absent'], leaves: 'pending' },
    { met: ['pending'], leaves: 'cancelled' },
    { met: ['pending'], leaves: 'shipped' },
  ] satisfies Effect[]
).map((effect) => ({ begin: -1, end: Number.POSITIVE_INFINITY, effect }));

function effectOf(operation: Operation, isKept: boolean): Effect {
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

test('no order of events explains a contradiction, whether lists keep cancelled orders or not', () => {
  let contradictions = 0;
  fc.assert(
    fc.property(smallHistory, (operations) => {
      if (judge(operations).length === 0) return;
      contradictions += 1;
      for (const isKept of [true, false]) {
        const searched = operations.map(({ begin, end, ...operation }) => ({
          begin,
          end: 'status' in operation && operation.status === undefined ? Number.POSITIVE_INFINITY : end,
          effect: effectOf({ begin, end, ...operation } as Operation, isKept),
        }));
        expect(findViolation([...others, ...searched], 'absent')).toBeDefined();
      }
    }),
    { numRuns: 2_000 },
  );
  expect(contradictions).toBeGreaterThan(100);
});
