import type { ProcessGroups } from '../../command/process-groups.ts';
import {
  type CommandEnd,
  type CommandLimits,
  runCommand,
  type UserCommand,
} from '../../command/run-command.ts';
import type { VariableTemplate } from '../../command/variables.ts';
import type { RunRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { Cell, Outcome } from '../model.ts';
import { commandVariables, withoutProxy } from './command-variables.ts';
import { createRunFolder } from './run-folder.ts';
import type { StartCell } from './start-cell.ts';

export type RunPlan = {
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

export type RunLimits = Pick<CommandLimits, 'timeoutMs' | 'signal'>;

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
