import type { GapChoiceTexts } from '../../simulator/environment/initial-state.ts';
import type { Cell } from '../model.ts';
import { alternativesOf, ineffective, masks, neededFor, weightOf } from './alternatives.ts';
import { coveringArray, type Factor, type Values } from './covering-array.ts';
import type { ReliedGap } from './reliance.ts';

/**
 * Returns a cell for each choice that is tried alone, most telling first. A choice that has an effect only beside another
 * one brings it along, and is worth a run only if that other one passes.
 */
export function choiceCells(relied: readonly ReliedGap[]) {
  const varied = relied.filter(({ varies }) => varies);
  return varied
    .flatMap(({ gap, choice: own, exchanges, unsteady }) =>
      alternativesOf(gap, own, unsteady)
        .filter(({ alone }) => alone)
        .map(({ choice }) => ({ gap, choice, weight: weightOf(gap, exchanges) })),
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

/** What the rows of pairs may contain. */
export type PairPlan = {
  readonly relied: readonly ReliedGap[];
  /** Whether a choice may appear: not if its own run failed. */
  readonly allows: (gap: string, choice: string) => boolean;
  /** Combinations that are known to fail. */
  readonly causes: readonly Cell[];
  /** Cells that passed: their pairs need no further run. */
  readonly passed: readonly Cell[];
};

/** Returns cells that together contain each pair of permitted choices that no passed cell contains. */
export function pairCells({ relied, allows, causes, passed }: PairPlan): readonly Cell[] {
  const factors: readonly Factor[] = relied
    .filter(({ varies }) => varies)
    .map(({ gap, choice: own, unsteady }) => ({
      key: gap,
      values: [
        own,
        ...alternativesOf(gap, own, unsteady)
          .map(({ choice }) => choice)
          .filter((choice) => choice !== own && allows(gap, choice)),
      ],
    }));
  const rows = coveringArray({
    // A factor with one value makes pairs of single values, which a gap without a partner has not.
    factors: [...factors, { key: 'always', values: [''] }],
    forbidden: [...ineffectiveHere(relied), ...causes.map(({ gaps }) => gaps as Values)],
    masks,
    covered: passed.map(({ gaps }) => gaps as Values),
  });
  return rows.map((row) => {
    const changed = factors.filter(({ key, values }) => row[key] !== values[0]);
    return { gaps: Object.fromEntries(changed.map(({ key }) => [key, row[key] ?? ''])), faults: [] };
  });
}

/** The ineffective combinations, without the choices that no cell can change. */
function ineffectiveHere(relied: readonly ReliedGap[]): readonly Values[] {
  const fixed = new Map<string, string>(
    relied.filter(({ varies }) => !varies).map(({ gap, choice }) => [gap, choice]),
  );
  return ineffective.map((values) =>
    Object.fromEntries(Object.entries(values).filter(([key, choice]) => fixed.get(key) !== choice)),
  );
}
