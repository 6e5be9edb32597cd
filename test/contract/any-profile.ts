import fc from 'fast-check';
import { type GapKey, gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../src/simulator/environment/gaps/read-choice.ts';

/** A choice for each gap of the service. */
export type AnyProfile = Readonly<Record<string, string>>;

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

/**
 * Random profiles with the choices that `vary` draws, and some with parameters.
 *
 * @param more further choices of gaps
 */
export function anyProfile(
  more: Partial<Readonly<Record<GapKey, readonly string[]>>> = {},
): fc.Arbitrary<AnyProfile> {
  return fc.record(
    Object.fromEntries(
      gaps
        .filter(({ key }) => !elsewhere.includes(key))
        .map((gap) => {
          const own = gap.drawn ?? Object.keys(gap.choices).filter((name) => !hasParameter(name));
          const all = [...own, ...(withParameters[gap.key] ?? []), ...(more[gap.key] ?? [])];
          return [gap.key, fc.constantFrom(...all)];
        }),
    ),
  );
}

/** Whether an emitted choice is that of a profile. Codes are those of the statuses that were seen. */
export function isChoiceOf(profile: AnyProfile, gap: string, emitted: string): boolean {
  const choice = profile[gap] ?? '';
  if (gap !== 'error-codes' || !choice.startsWith('map:')) return emitted === choice;
  const pairs = pairsOf(choice);
  return pairsOf(emitted).every((pair) => pairs.includes(pair));
}

function pairsOf(choice: string): readonly string[] {
  return choice.slice('map:'.length).split(',');
}
