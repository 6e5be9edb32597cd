import type { CheckFlags } from '../check/check-table.ts';
import { reportWriters } from '../check/reports/reports.ts';
import type { Report } from '../contract/report.ts';
import type { Variables } from '../options/process-variables.ts';
import type { Writers } from '../report/document.ts';
import {
  appendToJobSummary,
  openReportFile,
  readReportOutput,
  writeReportFile,
} from '../report/report-file.ts';
import { type ExitCode, formatProblem, UserError } from '../user-error.ts';
import type { CommandContext } from './command-context.ts';
import type { ProfileUse } from './profile-flags.ts';

/** Writes each report, even if another one fails. Returns a sentence for each that failed. */
export type WriteReports<Content = Report> = (report: Content) => Promise<readonly string[]>;

export function openReports({ report = [] }: CheckFlags, env: Variables): Promise<WriteReports> {
  return openReportFiles(report, reportWriters, env);
}

/** Opens the files of `--report` and the job summary. Throws a UserError if one of them cannot be written. */
export async function openReportFiles<Format extends string, Content>(
  values: readonly string[],
  writers: Writers<Format | 'markdown', Content>,
  env: Variables,
): Promise<WriteReports<Content>> {
  const formats = Object.keys(writers) as Format[];
  const outputs = values.map((text) => readReportOutput(text, formats));
  const summary = env.GITHUB_STEP_SUMMARY;
  for (const { file } of outputs) await openReportFile(file);
  if (summary) await openReportFile(summary);
  return (report) => {
    const writes = outputs.map(({ format, file }) => async () => {
      await writeReportFile(file, await writers[format](report));
    });
    if (summary) writes.push(async () => appendToJobSummary(summary, await writers.markdown(report)));
    return writeAll(writes);
  };
}

/** Writes the reports and the profile and prints the verdict, whatever happens to a file. Returns the exit code. */
export async function finish(
  seen: Report,
  { writeReports, profile }: { readonly writeReports: WriteReports; readonly profile: ProfileUse },
  { env, out, err }: CommandContext,
): Promise<ExitCode> {
  const report = profile.compare(seen);
  const problems = [...(await writeReports(report)), ...(await writeAll([() => profile.write(report)]))];
  out.write(reportWriters.terminal(report, { colour: out.isTTY === true && !env.NO_COLOR }));
  for (const problem of problems) err.write(`error: ${problem}\n`);
  return problems.length > 0 && report.exitCode === 0 ? 2 : report.exitCode;
}

/** Writes each file, even if another one fails. Returns a sentence for each that failed. */
async function writeAll(writes: readonly (() => Promise<void>)[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const write of writes) await write().catch((error: unknown) => problems.push(...sentencesOf(error)));
  return problems;
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof UserError) return error.problems.map(formatProblem);
  return [`this is a bug in store-orders-sim: a report was not written: ${String(error)}`];
}
