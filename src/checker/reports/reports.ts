import { nearestHint } from '../../shared/nearest.ts';
import { UserError } from '../../shared/user-error.ts';
import type { Report } from '../report.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { type ContractPlace, sarifReport } from './sarif.ts';
import { terminalReport } from './terminal.ts';

/** What a writer may need beside the report. */
export type ReportOptions = {
  /** Whether the terminal report is coloured. */
  readonly colour: boolean;
  /** The OpenAPI document that a SARIF report points into. */
  readonly contract: ContractPlace;
};

/** A form that a report can take. */
export type ReportForm = {
  /** The usual end of a file's name. */
  readonly extension: string;
  /** What it is for, as one sentence for `--help`. */
  readonly sentence: string;
  readonly write: (report: Report, options: ReportOptions) => string;
};

/** The formats of `--report FORMAT=FILE`. Each writer is pure: the same report gives the same text. */
export const reportForms = {
  terminal: {
    extension: '.txt',
    sentence: 'What a person reads in a terminal.',
    write: (report, { colour }) => terminalReport(report, { colour }),
  },
  json: {
    extension: '.json',
    sentence: 'Everything, with every exchange, after docs/report.schema.json.',
    write: jsonReport,
  },
  junit: { extension: '.xml', sentence: 'JUnit XML: one testcase a rule.', write: junitReport },
  sarif: {
    extension: '.sarif',
    sentence: 'SARIF 2.1.0: findings at lines of the OpenAPI document.',
    write: (report, { contract }) => sarifReport(report, contract),
  },
  markdown: {
    extension: '.md',
    sentence: 'Markdown, made for a job summary of GitHub.',
    write: markdownReport,
  },
  html: { extension: '.html', sentence: 'One page for a browser, with nothing to load.', write: htmlReport },
} as const satisfies Record<string, ReportForm>;

/** The name of a format. */
export type ReportFormat = keyof typeof reportForms;

/** Every format, in the order of the table. */
export const reportFormats = Object.keys(reportForms) as readonly ReportFormat[];

/** One report asked for: which format, and into which file. */
export type ReportRequest = { readonly format: ReportFormat; readonly file: string };

function isFormat(name: string): name is ReportFormat {
  return reportFormats.some((format) => format === name);
}

/** Reads the value of `--report`: `junit=reports/contract.xml`. Throws a UserError with the nearest format. */
export function readReportRequest(text: string): ReportRequest {
  const [, format = '', file = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? ['', text, ''];
  if (!isFormat(format))
    throw new UserError({
      where: '--report',
      what: `has no format "${format}"`,
      expected: `FORMAT=FILE with one of ${reportFormats.join(', ')}`,
      hint: nearestHint(format, reportFormats),
    });
  if (file === '')
    throw new UserError({
      where: '--report',
      what: `names no file in "${text}"`,
      expected: 'FORMAT=FILE',
      hint: `try ${format}=contract${reportForms[format].extension}`,
    });
  return { format, file };
}
