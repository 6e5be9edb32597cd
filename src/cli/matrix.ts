import { Command } from 'commander';
import { explore } from '../matrix/explore.ts';
import type { EndedRun } from '../matrix/model.ts';
import { formatCell, isBaseline } from '../matrix/plan/cell.ts';
import { concludeMatrix, type MatrixReport } from '../matrix/report/matrix-report.ts';
import { createMatrixProgress } from '../matrix/report/progress.ts';
import { matrixReportWriters } from '../matrix/report/reports.ts';
import { exitCodeOf } from '../matrix/report/verdict.ts';
import { createExecute } from '../matrix/run/run-cell.ts';
import { createRunArea } from '../matrix/run/run-folder.ts';
import { type CommandContext, processContext } from './command-context.ts';
import { withFlags } from './flags.ts';
import { type MatrixFlags, matrixTable, type PreparedMatrix, prepareMatrix } from './matrix-flags.ts';
import { openReportFiles } from './report-files.ts';

const help = `
COMMAND runs again and again, each time against a new simulator with other choices where the specification is silent, or
with a fault. No shell reads it; for a shell line write: -- sh -c 'LINE'. It gets these variables:
  STORE_ORDERS_BASE_URL                              base address of the service, ends in /v1
  STORE_ORDERS_API_KEY                               key of production
  STORE_ORDERS_CONTROL_URL, STORE_ORDERS_CONTROL_TOKEN
  STORE_ORDERS_RUN_FOLDER                            new folder of this run, removed after it; its *.xml name the failing tests
  SIM_CELL, SIM_RECORD                               for simulators that COMMAND starts itself

Examples:
  store-orders-sim matrix -- npm test                          name the unpromised behaviour that npm test depends on
  store-orders-sim matrix --env BASE_URL={baseUrl} -- pytest   pass the address in a variable of your own
  store-orders-sim matrix --only cancelled-in-list=remove -- npm test      repeat one cell
  store-orders-sim matrix -- sh -c 'pytest --junit-xml=$STORE_ORDERS_RUN_FOLDER/r.xml'      name the failing tests
  store-orders-sim matrix --budget 5m --report html=matrix.html -- npm test

Exit codes: 0 nothing found, 1 COMMAND depends on something unpromised, hangs, fails under a fault with --require
faults, or fails at times with --only, 2 invalid usage or file, 3 COMMAND cannot start, fails without any change, or sends no request, or the
cell of --only had no effect, 130 ended by Ctrl-C
`;

export function matrixCommand(context: CommandContext = processContext()): Command {
  const command = new Command('matrix')
    .usage('[options] -- COMMAND [ARGUMENT...]')
    .argument('[command...]', 'the command that runs your tests, after --')
    .addHelpText('after', help)
    .action((argv: readonly string[], flags: MatrixFlags) => runMatrixCommand(argv, flags, context));
  return withFlags(command, matrixTable);
}

async function runMatrixCommand(
  argv: readonly string[],
  flags: MatrixFlags,
  context: CommandContext,
): Promise<void> {
  const prepared = await prepareMatrix(argv, flags, context);
  const writeReports = await openReportFiles(flags.report ?? [], matrixReportWriters, context.env);
  const report = await exploreCommand(prepared, context);
  const problems = await writeReports(report);
  const colour = context.out.isTTY === true && !context.env.NO_COLOR;
  context.out.write(matrixReportWriters.terminal(report, { colour }));
  for (const problem of problems) context.err.write(`error: ${problem}\n`);
  const code = exitCodeOf(report);
  context.setExitCode(problems.length > 0 && code === 0 ? 2 : code);
}

/** Runs the whole matrix. Nothing that it started runs on afterwards, also if it throws. */
async function exploreCommand(
  prepared: PreparedMatrix,
  { err, onExit, onInterrupt }: CommandContext,
): Promise<MatrixReport> {
  const { flags, only, jobs, secrets, accepted, observed, options } = prepared;
  const { faults, require: required = [], budget: budgetMs } = flags;
  const area = await createRunArea();
  onExit(area.clear);
  const timeoutMs = () => flags.timeout ?? defaultTimeout(progress.runMs());
  const write = (text: string) => err.write(text);
  const progress = createMatrixProgress(write, { jobs, secrets });
  const ending = new AbortController();
  onInterrupt(() => ending.abort());
  const begunAt = performance.now();
  const onEnd = (ended: EndedRun, output: string): void => {
    const text = outputText(ended, output, flags.showOutput);
    if (text !== undefined) write(text);
    progress.runEnded(ended);
  };
  const plan = { ...prepared.plan, ...area };
  const { execute, stopped } = createExecute(plan, { budgetMs, ending, timeoutMs, onEnd });
  const asked = { faults, ...(only && { only: [only] }) };
  try {
    const result = await explore(execute, { jobs, ...asked, onEstimate: progress.estimated, stopped });
    const { remarks } = prepared;
    const { argv: command } = plan.command;
    const facts = { command, options, begunAt, jobs, required, accepted, observed, only, remarks, result };
    return concludeMatrix(facts, secrets);
  } finally {
    area.clear();
  }
}

/** Returns when a run counts as hung: after ten times the baseline, and the time that a client may wait for a late response. */
function defaultTimeout(baselineMs: number | undefined): number {
  return baselineMs === undefined ? 600_000 : 20_000 + 10 * baselineMs;
}

/** The end of the output of a failing baseline, in characters: it ends the matrix, so that its reason must be visible. */
const baselineOutput = 2_000;

/** Returns the output of a run to print, or undefined. */
function outputText(
  { run, outcome }: EndedRun,
  output: string,
  show: MatrixFlags['showOutput'],
): string | undefined {
  const failed = outcome.kind !== 'passed';
  const isAsked = show === 'all' || (show === 'failed' && failed);
  if (!isAsked && !(failed && isBaseline(run.cell))) return undefined;
  const title = `run ${run.id}, ${formatCell(run.cell)}: ${outcome.kind === 'failed' ? outcome.exit : outcome.kind}`;
  const shown = isAsked ? output : output.slice(-baselineOutput);
  return `--- ${title} ---\n${shown.trimEnd() || '(no output)'}\n`;
}
