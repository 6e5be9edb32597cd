import { nearestHint } from '../text/nearest.ts';
import { UserError } from '../user-error.ts';

const extensions: Readonly<Record<string, string>> = { terminal: 'txt', junit: 'xml', markdown: 'md' };

export type WriteOptions = {
  /** Whether a terminal report has colours. Default: false. */
  readonly colour?: boolean;
};

/** Functions that format a report, by format. The same report always gives the same text. */
export type Writers<Format extends string, Report> = Readonly<
  Record<Format, (report: Report, options?: WriteOptions) => string | Promise<string>>
>;

/** One value of `--report`: a format and the file to write. */
export type ReportOutput<Format> = { readonly format: Format; readonly file: string };

/**
 * Reads a value of `--report`: `junit=reports/contract.xml`. Throws a UserError that names the nearest format.
 *
 * @param name the usual name of the file
 */
export function readReportOutput<Format extends string>(
  text: string,
  formats: readonly Format[],
  name: string,
): ReportOutput<Format> {
  const [, given = '', file = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? ['', text, ''];
  const format = formats.find((one) => one === given);
  if (format === undefined)
    throw new UserError({
      where: '--report',
      what: `has no format "${given}"`,
      expected: `FORMAT=FILE with one of ${formats.join(', ')}`,
      hint: nearestHint(given, formats),
    });
  if (file === '')
    throw new UserError({
      where: '--report',
      what: `names no file in "${text}"`,
      expected: 'FORMAT=FILE',
      hint: `try ${format}=${name}.${extensions[format] ?? format}`,
    });
  return { format, file };
}
