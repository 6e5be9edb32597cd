import type { WriteOptions, Writers } from '../../report/document.ts';
import { renderHtml } from '../../report/html.ts';
import { renderJunit } from '../../report/junit.ts';
import { renderMarkdown } from '../../report/markdown.ts';
import { renderTerminal } from '../../report/terminal.ts';
import { matrixJsonReport } from './json.ts';
import { matrixSuite } from './matrix-cases.ts';
import { matrixDocument } from './matrix-document.ts';
import type { MatrixReport } from './matrix-report.ts';

export const matrixReportWriters = {
  terminal: (report, options?: WriteOptions) => renderTerminal(matrixDocument(report), options),
  json: matrixJsonReport,
  junit: (report) => renderJunit(matrixSuite(report)),
  markdown: (report) => renderMarkdown(matrixDocument(report)),
  html: (report) => renderHtml(matrixDocument(report)),
} satisfies Writers<string, MatrixReport>;

export type MatrixReportFormat = keyof typeof matrixReportWriters;

export const matrixReportFormats = Object.keys(matrixReportWriters) as readonly MatrixReportFormat[];
