import type { ProcessGroups } from '../../command/process-groups.ts';
import {
  type CommandEnd,
  type CommandLimits,
  runCommand,
  type UserCommand,
} from '../../command/run-command.ts';
import type { VariableTemplate } from '../../command/variables.ts';
import type { RunRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { Cell, EndedRun, Outcome, PlannedRun, StopReason } from '../model.ts';
import { isBaseline } from '../plan/cell.ts';
import { commandVariables, withoutProxy } from './command-variables.ts';
import { createRunFolder } from './run-folder.ts';
import type { StartCell } from './start-cell.ts';

type RunPlan = {
  readonly command: UserCommand;
  readonly templates: readonly VariableTemplate[];
  readonly handles: ReadonlyMap<string, bigint>;
  /** Returns the names of the failing tests in the results files of a folder. */
  readonly readTests: (folder: string) => Promise<readonly string[]>;
  readonly startCell: StartCell;
  readonly groups: ProcessGroups;
  /** In it, each run has a folder of its own. */
  readonly folder: string;
};

type RunLimits = Pick<CommandLimits, 'timeoutMs' | 'signal'>;

/**
 * Runs the command once against a new simulator. Returns undefined if it was interrupted. Throws a UserError with exit code 3
 * if the command cannot start. Nothing is left: no process of the group, no port, no file.
 */
export async function runCell(plan: RunPlan, cell: Cell, limits: RunLimits) {
  const { command, templates, handles, groups, readTests } = plan;
  const records: RunRecord[] = [];
  await using folder = await createRunFolder(plan.folder);
  await using running = await plan.startCell(cell, (record) => void records.push(record));
  const { path: runFolder, recordFile } = folder;
  const variables = commandVariables(templates, { cell: running, runFolder, recordFile, handles });
  const env = { ...withoutProxy(command.env), ...variables };
  const end = await runCommand({ ...command, env }, { ...limits, groups });
  if (end.kind === 'interrupted') return undefined;
  const outcome = await outcomeOf(end, () => readTests(runFolder));
  await running.stop();
  const all: readonly RunRecord[] = [...records, ...(await folder.readRecords())];
  // What the command printed, without its beginning if it is long.
  return { outcome, records: all, ms: end.ms, output: end.output.text() };
}

async function outcomeOf(
  { kind, code, signal, ms }: CommandEnd,
  readTests: () => Promise<readonly string[]>,
): Promise<Outcome> {
  if (kind === 'timed-out') return { kind: 'hung', afterMs: Math.round(ms), tests: await readTests() };
  if (code === 0) return { kind: 'passed' };
  const exit = code === null ? `signal ${signal}` : `exit code ${code}`;
  return { kind: 'failed', exit, tests: await readTests() };
}

type ExecuteOptions = {
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
