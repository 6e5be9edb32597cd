import type { Difference, EndedRun } from '../model.ts';

/** Returns the first differences between passing runs of the baseline and a failing run. */
export function differencesOf(_baseline: readonly EndedRun[], _failing: EndedRun): readonly Difference[] {
  return [];
}
