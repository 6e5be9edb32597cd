import { randomUUID } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../../shared/user-error.ts';
import type { Report } from '../report.ts';
import { type ReportOutput, reportWriters } from './reports.ts';

/** The functions of node:fs/promises that write a report. */
export type Files = Pick<typeof nodeFiles, 'open' | 'rename' | 'rm' | 'stat' | 'realpath' | 'appendFile'>;

const reasons: Readonly<Record<string, { readonly what: string; readonly hint: string }>> = {
  EACCES: {
    what: 'cannot be written: permission denied',
    hint: 'change its permissions or name another file',
  },
  EPERM: {
    what: 'cannot be written: permission denied',
    hint: 'change its permissions or name another file',
  },
  EROFS: { what: 'is on a read-only file system', hint: 'name another file' },
  ENOENT: { what: 'is in a folder that does not exist', hint: 'create the folder first' },
  ENOTDIR: { what: 'is below a file that is not a folder', hint: 'name a file in a folder' },
  EISDIR: { what: 'is a folder', hint: 'name a file in it' },
  ENOSPC: { what: 'cannot be written: the disk is full', hint: 'free some space or name another file' },
  EDQUOT: {
    what: 'cannot be written: the disk quota is used up',
    hint: 'free some space or name another file',
  },
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function unwritable(file: string, error: unknown): UserError {
  const code = codeOf(error);
  const known = reasons[code];
  const what =
    known === undefined
      ? `cannot be written (${error instanceof Error ? error.message : String(error)})`
      : `${known.what} (${code})`;
  return new UserError({
    where: file,
    what,
    expected: 'a writable file',
    ...(known && { hint: known.hint }),
  });
}

/** Writes and syncs a temporary file in the same folder, then renames it: a report is never incomplete. */
async function replaceFile(file: string, text: string, files: Files): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
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

/** Replaces a file as a whole. A device or a pipe (`/dev/stdout`) is appended to. */
async function writeWhole(file: string, text: string, files: Files): Promise<void> {
  const target = await files.stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (target === undefined) return replaceFile(file, text, files);
  if (target.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
  // realpath: replace the file behind a symbolic link, not the link.
  return target.isFile()
    ? replaceFile(await files.realpath(file), text, files)
    : files.appendFile(file, text);
}

/**
 * Writes a report to a file. The report must not contain a key: see `redactReport`. If writing fails, the previous file
 * is unchanged. Throws a UserError (exit code 2) with the file and the reason.
 */
export async function writeReport(
  report: Report,
  { format, file }: ReportOutput,
  files: Files = nodeFiles,
): Promise<void> {
  const text = await reportWriters[format].write(report);
  await writeWhole(file, text, files).catch((error: unknown) => {
    throw unwritable(file, error);
  });
}

/**
 * Appends the Markdown report to a job summary, the file that GITHUB_STEP_SUMMARY names. Other commands of the step may
 * have written to it before. Throws a UserError like `writeReport`.
 */
export async function appendJobSummary(
  report: Report,
  file: string,
  files: Files = nodeFiles,
): Promise<void> {
  await files.appendFile(file, reportWriters.markdown.write(report)).catch((error: unknown) => {
    throw unwritable(file, error);
  });
}
