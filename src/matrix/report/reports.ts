import { type OutputOf, readOutput } from '../../report/report-output.ts';
import { matrixHtmlReport } from './html/html.ts';
import { matrixJsonReport } from './json.ts';
import { matrixJunitReport } from './junit.ts';
import { matrixMarkdownReport } from './markdown.ts';
import type { MatrixReport } from './matrix-report.ts';
import { matrixTerminalReport } from './terminal.ts';

/**
 * The formats of `--report FORMAT=FILE`, with their usual file name extension. The same report always gives the same text.
 * Write it with `writeReportFile`, or to a job summary with `appendToJobSummary`.
 */
export const matrixReportWriters = {
  terminal: { extension: '.txt', write: (report) => matrixTerminalReport(report) },
  json: { extension: '.json', write: matrixJsonReport },
  junit: { extension: '.xml', write: matrixJunitReport },
  markdown: { extension: '.md', write: matrixMarkdownReport },
  html: { extension: '.html', write: matrixHtmlReport },
} as const satisfies Record<
  string,
  { readonly extension: string; readonly write: (report: MatrixReport) => string }
>;

/** The name of a format. */
export type MatrixReportFormat = keyof typeof matrixReportWriters;

/** Every format, in the order of the table. */
export const matrixReportFormats = Object.keys(matrixReportWriters) as readonly MatrixReportFormat[];

/** Reads a value of `--report`: `html=matrix.html`. Throws a UserError that names the nearest format. */
export function readMatrixReportOutput(text: string): OutputOf<MatrixReportFormat> {
  return readOutput(text, matrixReportWriters, 'matrix');
}
