import type { GapChoiceTexts } from '../../simulator/environment/initial-state.ts';
import { alternativesOf, neededFor, weightOf } from './alternatives.ts';
import type { Case } from './case.ts';
import type { ReliedGap } from './reliance.ts';

/** Returns a case for each permitted choice, highest priority first. A choice that has an effect only beside another one has it. */
export function choiceCases(relied: readonly ReliedGap[]): readonly Case[] {
  return relied
    .filter(({ varies }) => varies)
    .flatMap(({ gap, choice: own, exchanges }) =>
      alternativesOf(gap, own).map(({ choice }) => ({
        gap,
        choice,
        weight: weightOf(gap, exchanges),
      })),
    )
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ gap, choice }): readonly Case[] => {
      const missing = missingFrom(neededFor(gap, choice), relied);
      if (missing === undefined) return [];
      return [{ cell: { gaps: { ...missing, [gap]: choice }, faults: [] }, purpose: 'choice' }];
    });
}

/** The needed choices that the baseline does not make; undefined if no cell can make them. */
function missingFrom(
  needed: GapChoiceTexts | undefined,
  relied: readonly ReliedGap[],
): GapChoiceTexts | undefined {
  const missing: Record<string, string> = {};
  for (const [key, choice] of Object.entries(needed ?? {})) {
    const row = relied.find(({ gap }) => gap === key);
    if (row === undefined || (row.choice !== choice && !row.varies)) return undefined;
    if (row.choice !== choice) missing[key] = choice;
  }
  return missing;
}
