import { randomUUID } from 'node:crypto';
import { access, appendFile, constants, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearestHint } from '../text/nearest.ts';
import { codeOf, UserError } from '../user-error.ts';

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

/** Does what may fail to write a file. Throws a UserError (exit code 2) with the file and the reason. */
async function writing(file: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const reason = (error as Error).message.replace(/, \w+( '.*)?$/s, '');
    throw new UserError({ where: file, what: `cannot be written: ${reason}`, expected: 'a writable file' });
  }
}

/** Writes and syncs a temporary file in the same folder, then renames it: a report is never incomplete. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Whether a file can be replaced as a whole: a device or a pipe (`/dev/stdout`) is appended to. */
async function isReplaceable(file: string): Promise<'new' | boolean> {
  try {
    const found = await stat(file);
    return found.isFile() || found.isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'new';
    throw error;
  }
}

/**
 * Opens the file of a report for writing, as `writeReportFile` will, and leaves it unchanged. Call it before the work: a
 * check or a matrix takes time. Throws a UserError like `writeReportFile`.
 */
export function openReportFile(file: string): Promise<void> {
  return writing(file, async () => {
    const kind = await isReplaceable(file);
    // A pipe would block, or lose its reader.
    if (kind === false) return await access(file, constants.W_OK);
    await (await open(file, 'a')).close();
    if (kind === 'new') await rm(file);
  });
}

/**
 * Writes the text of a report to a file. The text must not contain a key. If writing fails, the previous file is
 * unchanged. Throws a UserError (exit code 2) with the file and the reason.
 */
export function writeReportFile(file: string, text: string): Promise<void> {
  return writing(file, async () => {
    const kind = await isReplaceable(file);
    if (kind === false) await appendFile(file, text);
    // Of a symbolic link, the file behind it is replaced.
    else await replaceFile(kind === 'new' ? file : await realpath(file), text);
  });
}

/**
 * Appends Markdown to a job summary, the file that GITHUB_STEP_SUMMARY names. Other commands of the step may have written
 * to it before. Throws a UserError like `writeReportFile`.
 */
export function appendToJobSummary(file: string, markdown: string): Promise<void> {
  return writing(file, () => appendFile(file, markdown));
}
