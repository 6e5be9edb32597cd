import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import { gapRows, type ObservableGap } from '../../../src/contract/gaps/gaps.ts';
import { observedGaps } from '../../../src/contract/gaps/observed-profile.ts';
import { type Level, reaches } from '../../../src/contract/report.ts';
import { startSimulator } from '../../../src/simulator/start-simulator.ts';
import { fastClock } from '../../check/fast-clock.ts';
import { type AnyProfile, anyProfile, isChoiceOf } from '../../contract/any-profile.ts';

/** The choices that no check can tell from others. Each other one that the level shows must be recovered. */
function mayBeUnknown(gap: string, profile: AnyProfile): boolean {
  if (gap === 'list-order') return true;
  if (gap === 'optional-fields') return profile[gap] === 'sparse';
  if (gap === 'ship-date-form') return profile['optional-fields'] === 'sparse';
  if (gap === 'list-lag') return profile['cancelled-in-list'] === 'keep' || profile[gap] !== 'immediate';
  if (gap === 'pet-lookup') return profile['pet-deprecation']?.startsWith('gone') === true;
  return false;
}

const order = { petId: 1, quantity: 2, shipDate: '2026-01-20T10:00:00Z', complete: false };
const scenario = {
  orders: [
    { ...order, id: 3001, status: 'pending' },
    { ...order, id: 1002, status: 'shipped' },
    { ...order, id: 2003, status: 'pending' },
  ],
} as const;

const shownByCancels = ['list-lag', 'cancelled-in-list', 'cancel-again', 'conflict-body'];

function canShow(level: Level, gap: string): boolean {
  const row = gapRows[gap as ObservableGap];
  const needed = shownByCancels.includes(gap) ? 'cancel' : (row?.sent?.level ?? 'observe');
  return row !== undefined && reaches(level, needed);
}

async function profileOf(gap: AnyProfile, level: Level) {
  await using simulator = await startSimulator({ scenario, gaps: gap });
  const report = await checkContract({
    url: simulator.baseUrl,
    apiKey: 'test-api-key',
    level,
    ...(level === 'cancel' && { pendingIds: [3001n], shippedIds: [1002n] }),
    showGaps: true,
    clock: fastClock,
  });
  return observedGaps(report);
}

const anyLevel = fc.constantFrom<Level>('observe', 'probe', 'cancel', 'cancel');

test('recovers every choice that the level can show, and no wrong one', async () => {
  await fc.assert(
    fc.asyncProperty(anyProfile(), anyLevel, async (given, level) => {
      const seen = await profileOf(given, level);
      const choices = new Map(seen.map(({ gap, seen: one }) => [gap as string, one]));
      for (const [gap, choice] of Object.entries(given)) {
        const one = choices.get(gap);
        if (one?.kind === 'choice')
          expect(isChoiceOf(given, gap, one.choice), `${gap}=${one.choice} instead of ${choice}`).toBe(true);
        else if (canShow(level, gap))
          expect(mayBeUnknown(gap, given), `${gap}=${choice} was not recovered`).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
