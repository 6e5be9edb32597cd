import type { Exploration } from '../exploration.ts';
import type { EndedRun, PlannedRun, StopReason } from '../model.ts';
import type { CellRun } from './run-cell.ts';

export type MatrixOptions = {
  /** How many runs at the same time. */
  readonly jobs: number;
  /** The time after which no further run begins, except the baseline and one cell. */
  readonly budgetMs?: number | undefined;
  /** Returns the number of runs after which no further one begins. Default: no limit. */
  readonly mostRuns?: () => number;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Runs the command once. Rejects if it cannot start. */
  readonly execute: (run: PlannedRun, signal: AbortSignal) => Promise<CellRun>;
  /** A run has ended. */
  readonly onEnd?: (ended: EndedRun, output: string) => void;
};

/**
 * Executes the runs that an exploration plans, until it plans no more, the budget is used up, or the user interrupts it. If
 * a run cannot start, the others are ended and the promise rejects.
 */
export async function runMatrix(
  exploration: Pick<Exploration, 'next' | 'record' | 'stop'>,
  options: MatrixOptions,
): Promise<void> {
  const { jobs, budgetMs = Number.POSITIVE_INFINITY, now, signal } = options;
  const { mostRuns = () => Number.POSITIVE_INFINITY } = options;
  let begun = 0;
  const begunAt = now();
  const failed = new AbortController();
  const ending = AbortSignal.any([signal, failed.signal]);
  const active = new Set<Promise<void>>();
  let stopped = false;
  // Without its baseline and a cell, a matrix says nothing.
  let explored = false;
  const stop = (reason: StopReason): void => {
    if (!stopped) exploration.stop(reason);
    stopped = true;
  };
  const begin = (run: PlannedRun): void => {
    const running = execute(run, exploration, ending, options).finally(() => active.delete(running));
    active.add(running);
    begun++;
    explored ||= run.purpose !== 'baseline';
  };
  try {
    for (;;) {
      if (signal.aborted) stop('interrupted');
      else if (explored && now() - begunAt >= budgetMs) stop('budget');
      else if (begun >= mostRuns()) stop('too-many-runs');
      const next = active.size < jobs && !signal.aborted ? exploration.next() : 'wait';
      if (typeof next === 'object') begin(next);
      else if (active.size > 0) await Promise.race(active);
      else if (next === 'done' || signal.aborted) return;
      else throw new Error('the exploration waits for a run, and none is in progress');
    }
  } catch (error) {
    failed.abort();
    await Promise.allSettled(active);
    throw error;
  }
}

async function execute(
  run: PlannedRun,
  exploration: Pick<Exploration, 'record'>,
  signal: AbortSignal,
  { execute: start, onEnd }: MatrixOptions,
): Promise<void> {
  const { outcome, records, ms, output } = await start(run, signal);
  // Nobody knows how it would have ended.
  if (outcome === 'interrupted') return;
  const ended: EndedRun = { run, outcome, records, ms };
  exploration.record(ended);
  onEnd?.(ended, output);
}
