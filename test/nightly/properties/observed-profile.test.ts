import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import { gapRows, type ObservableGap } from '../../../src/contract/gaps/gaps.ts';
import { observedGaps } from '../../../src/contract/gaps/observed-profile.ts';
import { type Level, reaches } from '../../../src/contract/report.ts';
import { type GapKey, gaps } from '../../../src/simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../../src/simulator/environment/gaps/read-choice.ts';
import { startSimulator } from '../../../src/simulator/start-simulator.ts';
import { fastClock } from '../../support/test-clock.ts';

/** A choice for each gap of the service. */
type AnyProfile = Readonly<Record<string, string>>;

const withParameters: Partial<Readonly<Record<GapKey, readonly string[]>>> = {
  'error-codes': [
    `map:${Object.entries({
      ...{ unauthorized: 'AUTH_01', order_not_found: 'E404' },
      ...{ order_already_shipped: 'E409', order_already_cancelled: 'E409' },
      ...{ query_not_supported: 'E400', malformed_order_id: 'E400', method_not_allowed: 'E405' },
      ...{ not_acceptable: 'E406', unprocessable_order_id: 'E422', not_simulated: 'E501' },
    })
      .map((pair) => pair.join('='))
      .join(',')}`,
  ],
  'pet-deprecation': ['since:2026-01-01', 'sunset:2026-01-01..2999-06-30', 'gone:2026-01-01..2026-06-30'],
};

/** Gaps of the quickstart, which is another target. */
const elsewhere: readonly string[] = ['message-accepted', 'message-bad-request-body'];

/** Random profiles with the choices that `vary` draws, and some with parameters. */
const anyProfile: fc.Arbitrary<AnyProfile> = fc.record(
  Object.fromEntries(
    gaps
      .filter(({ key }) => !elsewhere.includes(key))
      .map((gap) => {
        const own = gap.drawn ?? Object.keys(gap.choices).filter((name) => !hasParameter(name));
        return [gap.key, fc.constantFrom(...own, ...(withParameters[gap.key] ?? []))];
      }),
  ),
);

/** Whether an emitted choice is that of a profile. Codes are those of the statuses that were seen. */
function isChoiceOf(profile: AnyProfile, gap: string, emitted: string): boolean {
  const choice = profile[gap] ?? '';
  if (gap !== 'error-codes' || !choice.startsWith('map:')) return emitted === choice;
  const [pairs = [], seen = []] = [choice, emitted].map((map) => map.slice('map:'.length).split(','));
  return seen.every((pair) => pairs.includes(pair));
}

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
    fc.asyncProperty(anyProfile, anyLevel, async (given, level) => {
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
