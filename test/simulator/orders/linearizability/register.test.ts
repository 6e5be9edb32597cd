import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Effect, findViolation, type RegisterOperation } from './register.ts';

const op = (begin: number, end: number, effect: Effect): RegisterOperation => ({ begin, end, effect });
const cancelled: Effect = { met: ['pending'], leaves: 'cancelled' };
const refused: Effect = { met: ['cancelled'] };
const shipped: Effect = { met: ['pending'], leaves: 'shipped' };
const reset: Effect = { met: ['pending', 'shipped', 'cancelled'], leaves: 'pending' };
const present: Effect = { met: ['pending', 'shipped'] };

test.each<[string, RegisterOperation[]]>([
  ['a loser that begins and ends within the winner', [op(1, 4, cancelled), op(2, 3, refused)]],
  ['a list during a cancel that still shows the order', [op(1, 4, cancelled), op(2, 3, present)]],
  ['a list after a cancel that no longer shows the order', [op(1, 2, cancelled), op(3, 4, refused)]],
  ['two winners with a reset around both', [op(1, 2, cancelled), op(3, 6, reset), op(4, 5, cancelled)]],
  ['a cancel, a reset, a shipping', [op(1, 6, shipped), op(2, 3, cancelled), op(4, 5, reset)]],
])('accepts %s', (_, operations) => {
  expect(findViolation(operations, 'pending')).toBeUndefined();
});

test.each<[string, RegisterOperation[]]>([
  ['two winners', [op(1, 4, cancelled), op(2, 3, cancelled)]],
  ['a loser that ends before the winner begins', [op(1, 2, refused), op(3, 4, cancelled)]],
  ['a list begun after a cancel that shows the order', [op(1, 2, cancelled), op(3, 4, present)]],
  ['a shipping after a cancel', [op(1, 2, cancelled), op(3, 4, shipped)]],
  ['two lists that go back in time', [op(1, 8, cancelled), op(2, 3, refused), op(4, 5, present)]],
])('finds %s', (_, operations) => {
  expect(findViolation(operations, 'pending')).toBeDefined();
});

const never = Number.POSITIVE_INFINITY;

test('many operations whose outcome no client learned explain a history, or do not', () => {
  const unknown = Array.from({ length: 40 }, (_, at) => op(at, never, at % 2 === 0 ? cancelled : reset));
  const known = Array.from({ length: 30 }, (_, at) => op(100 + 2 * at, 101 + 2 * at, cancelled));
  expect(findViolation([...unknown, ...known.slice(0, 21)], 'pending')).toBeUndefined();
  expect(findViolation([...unknown, ...known], 'pending')).toBe(known[21]);
});

const operation = fc
  .tuple(fc.nat(20), fc.nat(8), fc.boolean(), fc.constantFrom(cancelled, refused, shipped, reset, present))
  .map(([begin, length, isKnown, effect]) => op(begin, isKnown ? begin + 0.5 + length : never, effect));

test('accepts a history exactly if a search through all orders finds one', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 6 }), (operations) => {
      const isExplained = findViolation(operations, 'pending') === undefined;
      expect(isExplained).toBe(hasOrder(operations, 'pending'));
    }),
  );
});

/** Tries every operation next that no other one must precede. */
function hasOrder(left: readonly RegisterOperation[], state: Effect['met'][number]): boolean {
  const firstEnd = Math.min(...left.map(({ end }) => end));
  if (firstEnd === never) return true;
  return left.some((one) => {
    const { met, leaves = state } = one.effect;
    if (one.begin > firstEnd || !met.includes(state)) return false;
    const after = typeof leaves === 'string' ? leaves : (leaves[state] ?? state);
    return hasOrder(
      left.filter((other) => other !== one),
      after,
    );
  });
}
