import type { Alternative } from '../../simulator/environment/gaps/gap.ts';
import { type GapKey, gapOf, gaps } from '../../simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../simulator/environment/gaps/read-choice.ts';
import type { GapChoiceTexts } from '../../simulator/environment/initial-state.ts';
import type { Mask, Values } from './covering-array.ts';

/**
 * Returns the choices to try for a gap: the permitted ones, without those that contradict the specification (`breaks`) and
 * without that of the baseline.
 *
 * @param unsteady whether the baseline made several choices, so that its own one is worth a run too
 */
export function alternativesOf(key: GapKey, baseline: string, unsteady = false): readonly Alternative[] {
  const row = gapOf(key);
  const names = row.drawn ?? Object.keys(row.choices).filter((name) => !hasParameter(name));
  const all = row.tries ?? names.map((choice) => ({ choice, alone: true }));
  return all.filter(({ choice }) => row.breaks?.[choice] === undefined && (unsteady || choice !== baseline));
}

/** Returns the priority of a gap: grows with the exchanges that relied on it and with how often clients depend on it. */
export function weightOf(key: GapKey, exchanges: number): number {
  return gapOf(key).weight * (1 + Math.log2(Math.max(1, exchanges)));
}

/**
 * Combinations that change nothing, so that no run is spent on them: the list lags only behind a cancel that removes the
 * order from it (row `list-lag` of the table of gaps).
 */
export const ineffective: readonly Values[] = [{ 'list-lag': 'after-2-reads', 'cancelled-in-list': 'keep' }];

/**
 * Choices that hide others: a second cancel that is 404 has no body of a 409, a refused list has no orders, and a list that is
 * drawn anew is never unmodified.
 */
export const masks: readonly Mask[] = [
  { key: 'conflict-body', by: 'cancel-again', value: 'not-found' },
  { key: 'pet-lookup', by: 'pet-deprecation', value: 'gone:2020-01-01..2020-06-30' },
  { key: 'etag', by: 'list-order', value: 'shuffled' },
  { key: 'etag', by: 'optional-fields', value: 'sparse' },
  ...gaps
    .filter(({ ofList }) => ofList)
    .flatMap(({ key }) => [
      { key, by: 'list-query', value: 'bad-request' },
      { key, by: 'accept', value: 'not-acceptable' },
    ]),
];

/** The choice of `cancelled-in-list` without which a choice has no effect; undefined if it needs none. */
export function neededFor(gap: string, choice: string): GapChoiceTexts | undefined {
  return gap === 'list-lag' && choice !== 'immediate' ? { 'cancelled-in-list': 'remove' } : undefined;
}
