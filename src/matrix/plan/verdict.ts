import type { Baseline, Cell, EndedRun, Outcome } from '../model.ts';
import { isAct } from './fault-points.ts';
import { exchangesOf } from './reliance.ts';

/** What the runs of one cell show, or how many more are needed to know. */
export type Verdict =
  | { readonly kind: 'open'; readonly more: number }
  | { readonly kind: 'passes' | 'fails' | 'flaky' };

/** How many failing runs make a failure stable, if no run was flaky. */
export const stableRuns = 3;

/** A hang costs a whole time-out, so two make it stable; so for a cell whose every run waits, or in which somebody else acts. */
export const stableHangs = 2;

/**
 * Judges a cell by its runs in the order of planning. One passing run suffices to pass: only failures are confirmed.
 *
 * @param needed how many failing runs make a failure stable
 */
export function verdictOf(cell: Cell, runs: readonly EndedRun[], needed: number): Verdict {
  const failing = runs.filter(({ outcome }) => isFailure(outcome)).length;
  if (runs.length === 0) return { kind: 'open', more: 1 };
  if (failing === 0) return { kind: 'passes' };
  if (failing < runs.length) return { kind: 'flaky' };
  const isSlow = cell.faults.some(({ kind }) => kind === 'slow');
  const two = isSlow || isAct(cell) || runs.every(({ outcome }) => outcome.kind === 'hung');
  const more = (two ? stableHangs : needed) - failing;
  return more > 0 ? { kind: 'open', more } : { kind: 'fails' };
}

/** Returns what the runs of the baseline show so far. They must have the same outcome. */
export function baselineOf(runs: readonly EndedRun[]): Baseline {
  const outcomes = runs.map(({ outcome }) => outcome);
  const failing = outcomes.filter(isFailure);
  const [first] = failing;
  if (first !== undefined)
    return failing.length < outcomes.length
      ? { kind: 'flaky', outcomes }
      : { kind: 'failed', outcome: first };
  if (runs[0] !== undefined && exchangesOf(runs[0]).length === 0) return { kind: 'no-requests' };
  return { kind: 'passed', ms: medianOf(runs.map(({ ms }) => ms)) };
}

export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function isFailure(outcome: Outcome): outcome is Exclude<Outcome, { kind: 'passed' }> {
  return outcome.kind !== 'passed';
}
