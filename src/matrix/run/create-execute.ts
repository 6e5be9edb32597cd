import type { EndedRun, PlannedRun, StopReason } from '../model.ts';
import { isBaseline } from '../plan/cell.ts';
import { type RunPlan, runCell } from './run-cell.ts';

export type ExecuteOptions = {
  /** The time after which no further run begins, except those of the baseline. */
  readonly budgetMs?: number | undefined;
  /** Ends all runs. It is aborted if a run cannot start. */
  readonly ending: AbortController;
  /** Returns the time after which a run counts as hung. */
  readonly timeoutMs: () => number;
  readonly onEnd: (ended: EndedRun, output: string) => void;
};

/** Returns what runs the command of a plan, until its budget is used up or the user interrupts. */
export function createExecute(plan: RunPlan, options: ExecuteOptions) {
  const { budgetMs = Number.POSITIVE_INFINITY, ending, timeoutMs, onEnd } = options;
  const { signal } = ending;
  const begunAt = performance.now();
  let stopped: StopReason | undefined;
  return {
    /** Returns undefined if the run does not begin, or is interrupted. Rejects if the command cannot start. */
    execute: async (run: PlannedRun): Promise<EndedRun | undefined> => {
      const isOver = !isBaseline(run.cell) && performance.now() - begunAt >= budgetMs;
      if (isOver && !signal.aborted) stopped ??= 'budget';
      if (isOver || signal.aborted) return undefined;
      try {
        const seen = await runCell(plan, run.cell, { timeoutMs: timeoutMs(), signal });
        if (seen === undefined) return undefined;
        const { output, ...rest } = seen;
        const ended = { run, ...rest };
        onEnd(ended, output);
        return ended;
      } catch (error) {
        ending.abort();
        throw error;
      }
    },
    stopped: (): StopReason | undefined => (signal.aborted ? 'interrupted' : stopped),
  };
}
