import { nearestHint } from '../text/nearest.ts';
import { UserError } from '../user-error.ts';

/** One value of `--report`: a format and the file to write. */
export type OutputOf<Format extends string> = { readonly format: Format; readonly file: string };

/**
 * Reads a value of `--report`: `junit=reports/contract.xml`. `formats` has the usual file name extension of each format,
 * and `name` is the usual name of the file. Throws a UserError that names the nearest format.
 */
export function readOutput<Format extends string>(
  text: string,
  formats: Readonly<Record<Format, { readonly extension: string }>>,
  name: string,
): OutputOf<Format> {
  const [, given = '', file = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? ['', text, ''];
  const known = Object.keys(formats) as Format[];
  const format = known.find((one) => one === given);
  if (format === undefined)
    throw new UserError({
      where: '--report',
      what: `has no format "${given}"`,
      expected: `FORMAT=FILE with one of ${known.join(', ')}`,
      hint: nearestHint(given, known),
    });
  if (file === '')
    throw new UserError({
      where: '--report',
      what: `names no file in "${text}"`,
      expected: 'FORMAT=FILE',
      hint: `try ${format}=${name}${formats[format].extension}`,
    });
  return { format, file };
}
