import type { GapChoiceTexts } from '../../simulator/environment/initial-state.ts';
import type { Cell } from '../model.ts';
import { alternativesOf, neededFor, weightOf } from './alternatives.ts';
import type { ReliedGap } from './reliance.ts';

/**
 * Returns a cell for each permitted choice, most telling first. A choice that has an effect only beside another
 * one brings it along, and is worth a run only if that other one passes.
 */
export function choiceCells(relied: readonly ReliedGap[]) {
  const varied = relied.filter(({ varies }) => varies);
  return varied
    .flatMap(({ gap, choice: own, exchanges, unsteady }) =>
      alternativesOf(gap, own, unsteady).map(({ choice }) => ({
        gap,
        choice,
        weight: weightOf(gap, exchanges),
      })),
    )
    .toSorted((one, other) => other.weight - one.weight)
    .flatMap(({ gap, choice }) => {
      const missing = missingFrom(neededFor(gap, choice), relied);
      if (missing === undefined) return [];
      const cell: Cell = { gaps: { ...missing, [gap]: choice }, faults: [] };
      /** The cell of the choices without which this one has no effect; the baseline if there are none. */
      const needs: Cell = { gaps: missing, faults: [] };
      return [{ cell, subject: { gap, choice }, needs }];
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
