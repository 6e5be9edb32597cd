import type { Report } from '../../contract/report.ts';
import { appendToJobSummary, type Files, writeReportFile } from '../../report/report-file.ts';
import { type ReportOptions, type ReportOutput, reportWriters } from './reports.ts';

/**
 * Writes a report to a file. The report must not contain a key: see `hideInReport`. If writing fails, the previous file
 * is unchanged. Throws a UserError (exit code 2) with the file and the reason.
 */
export async function writeReport(
  report: Report,
  { format, file }: ReportOutput,
  options: ReportOptions = {},
  files?: Files,
): Promise<void> {
  await writeReportFile(file, await reportWriters[format].write(report, options), files);
}

/** Appends the Markdown report to a job summary. Throws a UserError like `writeReport`. */
export async function appendJobSummary(report: Report, file: string, files?: Files): Promise<void> {
  await appendToJobSummary(file, reportWriters.markdown.write(report), files);
}
