import type { Report } from '../../contract/report.ts';
import { type OutputOf, readOutput } from '../../report/report-output.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';
import { terminalReport } from './terminal.ts';

/** What a format needs besides the report. */
export type ReportOptions = {
  /** A file of the user's repository that findings refer to in SARIF. */
  readonly sarifUri?: string | undefined;
};

/** Formats a report as text. The same report always gives the same text. */
type WriteReport = (report: Report, options?: ReportOptions) => string | Promise<string>;

/** The formats of `--report FORMAT=FILE`, with their usual file name extension. */
export const reportWriters = {
  terminal: { extension: '.txt', write: (report) => terminalReport(report) },
  json: { extension: '.json', write: jsonReport },
  junit: { extension: '.xml', write: junitReport },
  sarif: {
    extension: '.sarif',
    write: (report, options?: ReportOptions) => sarifReport(report, options?.sarifUri),
  },
  markdown: { extension: '.md', write: markdownReport },
  html: { extension: '.html', write: htmlReport },
} as const satisfies Record<string, { readonly extension: string; readonly write: WriteReport }>;

/** The name of a format. */
export type ReportFormat = keyof typeof reportWriters;

/** Every format, in the order of the table. */
export const reportFormats = Object.keys(reportWriters) as readonly ReportFormat[];

/** One value of `--report`: a format and the file to write. */
export type ReportOutput = OutputOf<ReportFormat>;

/** Reads a value of `--report`: `junit=reports/contract.xml`. Throws a UserError that names the nearest format. */
export function readReportOutput(text: string): ReportOutput {
  return readOutput(text, reportWriters, 'contract');
}
