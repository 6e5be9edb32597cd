import { ciFile } from '../check/reports/ci-file.ts';
import { readReportOutput } from '../check/reports/reports.ts';
import { appendJobSummary, writeReport } from '../check/reports/write-report.ts';
import type { Report } from '../contract/report.ts';
import type { MatrixReport } from '../matrix/report/matrix-report.ts';
import { matrixReportWriters, readMatrixReportOutput } from '../matrix/report/reports.ts';
import type { Variables } from '../options/setting-sources.ts';
import {
  appendToJobSummary,
  openJobSummary,
  openReportFile,
  writeReportFile,
} from '../report/report-file.ts';
import { formatProblem, UserError } from '../user-error.ts';
import type { CheckFlags } from './check-flags.ts';

/** The files that a check or a matrix writes. */
export type ReportFiles<Content = Report> = {
  /** Writes each report, even if another one fails. Returns a sentence for each that failed. */
  write(report: Content): Promise<readonly string[]>;
};

/** Opens the files of `--report` and the job summary. Throws a UserError if one of them cannot be written. */
export async function openReports(
  { report: values = [], sarifUri }: CheckFlags,
  env: Variables,
): Promise<ReportFiles> {
  const outputs = values.map(readReportOutput);
  const summary = env.GITHUB_STEP_SUMMARY || undefined;
  const options = { sarifUri: sarifUri ?? ciFile(env) };
  await openFiles(outputs, summary);
  return {
    write: (report) => {
      const writes = outputs.map((output) => () => writeReport(report, output, options));
      if (summary !== undefined) writes.push(() => appendJobSummary(report, summary));
      return writeAll(writes);
    },
  };
}

/** Opens the files of `matrix --report` and the job summary. Throws a UserError if one of them cannot be written. */
export async function openMatrixReports(
  values: readonly string[],
  env: Variables,
): Promise<ReportFiles<MatrixReport>> {
  const outputs = values.map(readMatrixReportOutput);
  const summary = env.GITHUB_STEP_SUMMARY || undefined;
  await openFiles(outputs, summary);
  return {
    write: (report) => {
      const writes = outputs.map(({ format, file }) => async () => {
        await writeReportFile(file, matrixReportWriters[format].write(report));
      });
      if (summary !== undefined)
        writes.push(() => appendToJobSummary(summary, matrixReportWriters.markdown.write(report)));
      return writeAll(writes);
    },
  };
}

async function openFiles(
  outputs: readonly { readonly file: string }[],
  summary: string | undefined,
): Promise<void> {
  for (const { file } of outputs) await openReportFile(file);
  if (summary !== undefined) await openJobSummary(summary);
}

/** Writes each file, even if another one fails. Returns a sentence for each that failed. */
export async function writeAll(writes: readonly (() => Promise<void>)[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const write of writes) await write().catch((error: unknown) => problems.push(...sentencesOf(error)));
  return problems;
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof UserError) return error.problems.map(formatProblem);
  return [`this is a bug in store-orders-sim: a report was not written: ${String(error)}`];
}
