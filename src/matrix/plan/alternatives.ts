import type { Alternative } from '../../simulator/environment/gaps/gap.ts';
import { type GapKey, gapOf } from '../../simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../simulator/environment/gaps/read-choice.ts';
import type { GapChoiceTexts } from '../../simulator/environment/initial-state.ts';

/**
 * Returns the choices to try for a gap: the permitted ones, without those that contradict the specification (`breaks`) and
 * without that of the baseline.
 */
export function alternativesOf(key: GapKey, baseline: string): readonly Alternative[] {
  const row = gapOf(key);
  const names = row.drawn ?? Object.keys(row.choices).filter((name) => !hasParameter(name));
  const all = row.tries ?? names.map((choice) => ({ choice, alone: true }));
  return all.filter(({ choice }) => row.breaks?.[choice] === undefined && choice !== baseline);
}

/** Returns the priority of a gap: grows with the exchanges that relied on it and with how often clients depend on it. */
export function weightOf(key: GapKey, exchanges: number): number {
  return gapOf(key).weight * (1 + Math.log2(Math.max(1, exchanges)));
}

/** The choice of `cancelled-in-list` without which a choice has no effect; undefined if it needs none. */
export function neededFor(gap: string, choice: string): GapChoiceTexts | undefined {
  return gap === 'list-lag' && choice !== 'immediate' ? { 'cancelled-in-list': 'remove' } : undefined;
}
