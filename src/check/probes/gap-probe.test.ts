import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkWithin } from '../../../test/check/mutants/check-within.ts';
import { observedGaps } from '../../contract/gaps/observed-profile.ts';

/** Returns the choice that a check emits for a target whose list shows a cancel `lagMs` later. */
async function choiceAfter(lagMs: number, tookMs: number): Promise<string | undefined> {
  let now = 0;
  let cancelledAt = Number.POSITIVE_INFINITY;
  const report = await checkWithin(
    {
      cancel: (order) => {
        if (order?.id === '101') cancelledAt = Math.min(cancelledAt, now);
        return undefined;
      },
      list: (orders) => orders.filter(({ id }) => id !== '101' || now < cancelledAt + lagMs),
      wire: (wire) => {
        now += tookMs;
        return wire;
      },
    },
    'cancel',
    {
      showGaps: true,
      clock: {
        now: () => now,
        sleep: async (ms) => {
          now += ms;
        },
      },
    },
  );
  const seen = observedGaps(report).find(({ gap }) => gap === 'cancelled-in-list')?.seen;
  return seen?.kind === 'choice' ? seen.choice : seen?.kind;
}

test('a list that shows a cancel up to a second late does not keep the order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.nat(100), async (lagMs, tookMs) => {
      expect(await choiceAfter(lagMs, tookMs)).toBe('remove');
    }),
    {
      numRuns: 10,
      examples: [
        [1000, 0],
        [1000, 100],
        [0, 0],
      ],
    },
  );
  expect(await choiceAfter(Number.POSITIVE_INFINITY, 10)).toBe('keep');
});
