import type { Report } from '../../contract/report.ts';
import type { WriteOptions, Writers } from '../../report/document.ts';
import { renderHtml } from '../../report/html.ts';
import { renderJunit } from '../../report/junit.ts';
import { renderMarkdown } from '../../report/markdown.ts';
import { renderTerminal } from '../../report/terminal.ts';
import { jsonReport } from './json.ts';
import { reportSuite } from './report-cases.ts';
import { reportDocument } from './report-document.ts';

export const reportWriters = {
  terminal: (report, options?: WriteOptions) => renderTerminal(reportDocument(report), options),
  json: jsonReport,
  junit: (report) => renderJunit(reportSuite(report)),
  markdown: (report) => renderMarkdown(reportDocument(report)),
  html: (report) => renderHtml(reportDocument(report)),
} satisfies Writers<string, Report>;

export type ReportFormat = keyof typeof reportWriters;

export const reportFormats = Object.keys(reportWriters) as readonly ReportFormat[];
