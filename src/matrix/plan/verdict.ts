import type { Baseline, Cell, EndedRun, Outcome } from '../model.ts';
import { exchangesOf } from './reliance.ts';

/** What the runs of one cell show, or how many more are needed to know. */
export type Verdict =
  | { readonly kind: 'open'; readonly more: number }
  | { readonly kind: 'passes' | 'fails' | 'flaky' };

/** How many failing runs make a failure stable, if no run was flaky. */
export const stableRuns = 3;

/** A hang costs a whole time-out, so two make it stable; so for a cell whose every run waits. */
const stableHangs = 2;

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
  const hangs = isSlow || runs.every(({ outcome }) => outcome.kind === 'hung');
  const more = (hangs ? stableHangs : needed) - failing;
  return more > 0 ? { kind: 'open', more } : { kind: 'fails' };
}

/** What the runs of the baseline show, or how many more are needed. */
export type BaselineVerdict = Baseline | { readonly kind: 'open'; readonly more: number };

/**
 * Judges the baseline. Three runs must have the same outcome, or two that hang: with fewer, more flaky tests look red. A later
 * failing run, planned because other cells were flaky, makes it flaky as well.
 */
export function baselineVerdict(runs: readonly EndedRun[]): BaselineVerdict {
  const outcomes = runs.map(({ outcome }) => outcome);
  const [first] = outcomes;
  const failing = outcomes.filter(({ kind }) => kind !== 'passed').length;
  if (first === undefined) return { kind: 'open', more: stableRuns };
  if (failing > 0 && failing < outcomes.length) return { kind: 'flaky', outcomes };
  if (failing === 0 && runs[0] !== undefined && exchangesOf(runs[0]).length === 0)
    return { kind: 'no-requests' };
  const needed = first.kind === 'hung' ? stableHangs : stableRuns;
  if (outcomes.length < needed) return { kind: 'open', more: needed - outcomes.length };
  if (failing > 0) return { kind: 'failed', outcome: first };
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
