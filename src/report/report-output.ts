import { nearestHint } from '../text/nearest.ts';
import { UserError } from '../user-error.ts';

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

/** Reads a value of `--report`: `junit=reports/contract.xml`. Throws a UserError that names the nearest format. */
export function readReportOutput<Format extends string>(
  text: string,
  formats: readonly Format[],
): ReportOutput<Format> {
  const [, given = text, file = ''] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const format = formats.find((one) => one === given);
  if (format !== undefined && file !== '') return { format, file };
  const expected = `FORMAT=FILE with one of ${formats.join(', ')}`;
  const hint = format === undefined ? { hint: nearestHint(given, formats) } : {};
  throw new UserError({ where: '--report', what: `cannot be "${text}"`, expected, ...hint });
}
