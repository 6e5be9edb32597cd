import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import * as nodeFiles from 'node:fs/promises';
import { constants as system } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { codeOf, UserError } from '../user-error.ts';

/** The functions of node:fs/promises that write a report. */
export type Files = Pick<
  typeof nodeFiles,
  'open' | 'rename' | 'rm' | 'stat' | 'realpath' | 'appendFile' | 'access'
>;

/** Does what may fail to write a file. Throws a UserError (exit code 2) with the file and the reason. */
async function writing(file: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const { code, errno, message } = error as NodeJS.ErrnoException;
    const why = errno === undefined ? message : getSystemErrorMessage(errno);
    const what = `cannot be written: ${why} (${code})`;
    throw new UserError({ where: file, what, expected: 'a writable file' });
  }
}

/** Returns the name of a new temporary file in the same folder. */
export function temporaryFile(file: string): string {
  return join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
}

/** Writes and syncs a temporary file in the same folder, then renames it: a report is never incomplete. */
export async function replaceFile(file: string, text: string, files: Files = nodeFiles): Promise<void> {
  const temporary = temporaryFile(file);
  try {
    const handle = await files.open(temporary, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await files.rename(temporary, file);
  } catch (error) {
    await files.rm(temporary, { force: true });
    throw error;
  }
}

/** How a file is written: it is replaced as a whole; a device or a pipe (`/dev/stdout`) is appended to. */
type Place =
  | { readonly kind: 'replace'; readonly file: string; readonly exists: boolean }
  | { readonly kind: 'append'; readonly file: string };

async function placeOf(file: string, files: Files): Promise<Place> {
  const target = await files.stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (target === undefined) return { kind: 'replace', file, exists: false };
  if (target.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR', errno: -system.errno.EISDIR });
  // realpath: replace the file behind a symbolic link, not the link.
  if (!target.isFile()) return { kind: 'append', file };
  return { kind: 'replace', file: await files.realpath(file), exists: true };
}

/**
 * Opens the file of a report for writing, as `writeReportFile` will, and leaves it unchanged. Call it before the work: a
 * check or a matrix takes time. Throws a UserError like `writeReportFile`.
 */
export function openReportFile(file: string, files: Files = nodeFiles): Promise<void> {
  return writing(file, async () => {
    const place = await placeOf(file, files);
    // A pipe would block, or lose its reader.
    if (place.kind === 'append') return await files.access(file, constants.W_OK);
    // A rename would replace a read-only file too.
    if (place.exists) await files.access(place.file, constants.W_OK);
    const temporary = temporaryFile(place.file);
    await (await files.open(temporary, 'wx')).close();
    await files.rm(temporary, { force: true });
  });
}

/** Opens a job summary for appending, and leaves it unchanged. Throws a UserError like `writeReportFile`. */
export function openJobSummary(file: string, files: Files = nodeFiles): Promise<void> {
  return writing(file, async () => (await files.open(file, 'a')).close());
}

/**
 * Writes the text of a report to a file. The text must not contain a key. If writing fails, the previous file is
 * unchanged. Throws a UserError (exit code 2) with the file and the reason.
 */
export function writeReportFile(file: string, text: string, files: Files = nodeFiles): Promise<void> {
  return writing(file, async () => {
    const place = await placeOf(file, files);
    if (place.kind === 'replace') await replaceFile(place.file, text, files);
    else await files.appendFile(file, text);
  });
}

/**
 * Appends Markdown to a job summary, the file that GITHUB_STEP_SUMMARY names. Other commands of the step may have written
 * to it before. Throws a UserError like `writeReportFile`.
 */
export function appendToJobSummary(file: string, markdown: string, files: Files = nodeFiles): Promise<void> {
  return writing(file, () => files.appendFile(file, markdown));
}
