import type { EndedRun, PlannedRun, StopReason } from '../model.ts';
import type { CellRun } from './run-cell.ts';

export type RunOptions = {
  /** The time after which no further run begins, except the baseline and one cell. */
  readonly budgetMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Runs the command once. Rejects if it cannot start. */
  readonly execute: (run: PlannedRun, signal: AbortSignal) => Promise<CellRun>;
  /** A run has ended. */
  readonly onEnd?: (ended: EndedRun, output: string) => void;
};

/** Runs a command until its budget is used up, or the user interrupts. If a run cannot start, the others are ended. */
export function createLimitedRuns({
  budgetMs = Number.POSITIVE_INFINITY,
  signal,
  execute,
  onEnd,
}: RunOptions) {
  const begunAt = performance.now();
  const failed = new AbortController();
  const ending = AbortSignal.any([signal, failed.signal]);
  const active = new Set<Promise<unknown>>();
  let stopped: StopReason | undefined;
  // Without its baseline and a cell, a matrix says nothing.
  let explored = false;
  const isStopped = (): boolean => {
    if (ending.aborted) stopped ??= 'interrupted';
    else if (explored && performance.now() - begunAt >= budgetMs) stopped ??= 'budget';
    return stopped !== undefined;
  };
  const runOnce = async (run: PlannedRun): Promise<EndedRun | undefined> => {
    const { outcome, output, ...rest } = await execute(run, ending).catch((error: unknown) => {
      failed.abort();
      throw error;
    });
    if (outcome === 'interrupted') {
      stopped ??= 'interrupted';
      return undefined;
    }
    const ended: EndedRun = { run, outcome, ...rest };
    onEnd?.(ended, output);
    return ended;
  };
  return {
    /** Returns undefined if no further run begins. */
    run: async (run: PlannedRun): Promise<EndedRun | undefined> => {
      if (isStopped()) return undefined;
      explored ||= run.purpose !== 'baseline';
      const running = runOnce(run).finally(() => active.delete(running));
      active.add(running);
      return running;
    },
    stopped: () => stopped,
    /** Resolves when no run is in progress. */
    settled: () => Promise.allSettled(active),
  };
}
