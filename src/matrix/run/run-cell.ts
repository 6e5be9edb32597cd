import type { ProcessGroups } from '../../command/process-groups.ts';
import { type CommandEnd, runCommand, type UserCommand } from '../../command/run-command.ts';
import { fillTemplate, type VariableTemplate } from '../../command/variables.ts';
import type { RunRecord } from '../../simulator/environment/record/run-record.ts';
import type { Cell, Outcome } from '../model.ts';
import {
  commandVariables,
  placeholderValues,
  type VariableSources,
  withoutProxy,
} from './command-variables.ts';
import { expectResults, type ReadResults } from './result-files.ts';
import { createRunFolder } from './run-folder.ts';
import type { StartCell } from './start-cell.ts';
import type { TimeLimit } from './time-limit.ts';

export type RunPlan = {
  readonly command: UserCommand;
  readonly templates: readonly VariableTemplate[];
  readonly handles: ReadonlyMap<string, bigint>;
  /** The values of `--results`, which can contain placeholders. */
  readonly results: readonly string[];
  readonly readResults: ReadResults;
  readonly startCell: StartCell;
  readonly groups: ProcessGroups;
  /** The folder in which each run has one of its own. @default the folder of the system for temporary files */
  readonly folder?: string;
};

export type CellRun = Awaited<ReturnType<typeof runCell>>;

export type RunLimits = TimeLimit & { readonly signal: AbortSignal };

/**
 * Runs the command once against a new simulator. Throws a UserError with exit code 3 if the command cannot start. Nothing
 * is left: no process of the group, no port, no file.
 */
export async function runCell(plan: RunPlan, cell: Cell, limits: RunLimits) {
  const records: RunRecord[] = [];
  await using folder = await createRunFolder(plan.folder);
  const onRecord = (record: RunRecord): void => void records.push(record);
  let requestAt = performance.now();
  const onRequest = (): void => {
    requestAt = performance.now();
  };
  await using running = await plan.startCell(cell, { onRecord, onRequest });
  const { path: runFolder, recordFile } = folder;
  const sources: VariableSources = { cell: running, runFolder, recordFile, handles: plan.handles };
  const { command, templates, groups, readResults } = plan;
  const values = placeholderValues(sources);
  const patterns = plan.results.map((pattern) => fillTemplate(pattern, values));
  const failingTests = await expectResults(patterns, { cwd: command.cwd, runFolder }, readResults);
  const env = { ...withoutProxy(command.env), ...commandVariables(templates, sources) };
  const end = await runCommand({ ...command, env }, { ...limits, groups, progressAt: () => requestAt });
  const outcome = await outcomeOf(end, failingTests);
  await running.stop();
  const all: readonly RunRecord[] = [...records, ...(await folder.readRecords())];
  // What the command printed, without its middle if it is long.
  return { outcome, records: all, ms: end.ms, output: end.output.text() };
}

async function outcomeOf(
  { kind, code, signal, ms }: CommandEnd,
  failingTests: () => Promise<readonly string[]>,
): Promise<Outcome | 'interrupted'> {
  if (kind === 'interrupted') return 'interrupted';
  if (kind === 'timed-out') return { kind: 'hung', afterMs: Math.round(ms), tests: await failingTests() };
  if (code === 0) return { kind: 'passed' };
  const exit = code === null ? `signal ${signal}` : `exit code ${code}`;
  return { kind: 'failed', exit, tests: await failingTests() };
}
