import { type GapKey, gapOf } from '../../simulator/environment/gaps/gaps.ts';
import { alternativesOf, neededFor, weightOf } from './alternatives.ts';
import type { Case, Examined } from './case.ts';
import { relianceOf } from './reliance.ts';
import type { RunLog } from './run-log.ts';

/** Which gaps the runs without a fault relied on, and in how many exchanges of one run at most. */
function reliedWithoutFaults(log: RunLog): ReadonlyMap<GapKey, number> {
  const most = new Map<GapKey, number>();
  for (const { run, gaps } of log.reliance) {
    if (run.run.cell.faults.length > 0) continue;
    for (const [gap, { exchanges }] of gaps) most.set(gap, Math.max(most.get(gap) ?? 0, exchanges));
  }
  return most;
}

/**
 * Returns the cases that vary a choice together with a fault, most telling first: for each gap on which a client relies only
 * after a fault, such as the second cancel of a lost one, the first fault that it survives and that shows it. A choice about
 * the state also counts if it decided more exchanges than without a fault.
 *
 * @param faults in the order of the plan
 */
export function crossedCases(faults: readonly Examined[], log: RunLog): readonly Case[] {
  const without = reliedWithoutFaults(log);
  const known = new Set<GapKey>();
  const crossed: (Case & { readonly weight: number })[] = [];
  for (const { cell, finding } of faults) {
    const [run] = log.of(cell);
    const reliance = log.reliance.find((one) => one.run === run);
    if (finding.kind !== 'passes' || reliance === undefined) continue;
    for (const { gap, choice: own, exchanges, varies } of relianceOf([reliance])) {
      const row = gapOf(gap);
      const isNew =
        !without.has(gap) ||
        (row.scope === 'state' && row.ofList !== true && exchanges > (without.get(gap) ?? 0));
      if (!isNew || !varies || known.has(gap)) continue;
      known.add(gap);
      for (const { choice, alone } of alternativesOf(gap, own)) {
        if (!alone || neededFor(gap, choice) !== undefined) continue;
        const weight = weightOf(gap, exchanges);
        const both = { gaps: { [gap]: choice }, faults: cell.faults };
        crossed.push({ cell: both, purpose: 'choice', weight });
      }
    }
  }
  return crossed.toSorted((one, other) => other.weight - one.weight).map(({ weight: _, ...one }) => one);
}
