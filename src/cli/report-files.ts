import type { Report } from '../checker/report.ts';
import { ciFile } from '../checker/reports/ci-file.ts';
import { readReportOutput } from '../checker/reports/reports.ts';
import { appendJobSummary, writeReport } from '../checker/reports/write-report.ts';
import type { Variables } from '../settings/setting-sources.ts';
import { openJobSummary, openReportFile } from '../shared/report/report-file.ts';
import { formatProblem, UserError } from '../shared/user-error.ts';
import type { CheckFlags } from './check-flags.ts';

/** The files that a check writes. */
export type ReportFiles = {
  /** Writes each report, even if another one fails. Returns a sentence for each that failed. */
  write(report: Report): Promise<readonly string[]>;
};

/** Opens the files of `--report` and the job summary. Throws a UserError if one of them cannot be written. */
export async function openReports(
  { report: values = [], sarifUri }: CheckFlags,
  env: Variables,
): Promise<ReportFiles> {
  const outputs = values.map(readReportOutput);
  const summary = env.GITHUB_STEP_SUMMARY || undefined;
  const options = { sarifUri: sarifUri ?? ciFile(env) };
  for (const output of outputs) await openReportFile(output.file);
  if (summary !== undefined) await openJobSummary(summary);
  return {
    async write(report) {
      const writes = outputs.map((output) => () => writeReport(report, output, options));
      if (summary !== undefined) writes.push(() => appendJobSummary(report, summary));
      const problems: string[] = [];
      for (const write of writes)
        await write().catch((error: unknown) => problems.push(...sentencesOf(error)));
      return problems;
    },
  };
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof UserError) return error.problems.map(formatProblem);
  return [`this is a bug in store-orders-sim: a report was not written: ${String(error)}`];
}
