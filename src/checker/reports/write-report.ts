import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as nodeFiles from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../../shared/user-error.ts';
import { packageRoot } from '../../shared/version.ts';
import type { Report } from '../report.ts';
import { contractLines } from './contract-lines.ts';
import { type ReportOptions, type ReportRequest, reportForms } from './reports.ts';
import type { ContractPlace } from './sarif.ts';

/** The part of node:fs/promises that writing a report uses. */
export type Files = Pick<typeof nodeFiles, 'open' | 'rename' | 'rm' | 'stat' | 'realpath' | 'appendFile'>;

const reasons: Readonly<Record<string, { readonly what: string; readonly hint: string }>> = {
  EACCES: { what: 'may not be written', hint: 'change its permissions or name another file' },
  EPERM: { what: 'may not be written', hint: 'change its permissions or name another file' },
  EROFS: { what: 'is on a file system that is read-only', hint: 'name a file elsewhere' },
  ENOENT: { what: 'is in a folder that does not exist', hint: 'make the folder first' },
  ENOTDIR: { what: 'is in something that is not a folder', hint: 'name a file in a folder' },
  EISDIR: { what: 'is a folder', hint: 'name a file in it' },
  ENOSPC: { what: 'does not fit: the disk is full', hint: 'make room or name a file elsewhere' },
  EDQUOT: { what: 'does not fit: the disk quota is used up', hint: 'make room or name a file elsewhere' },
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function unwritable(file: string, error: unknown): UserError {
  const code = codeOf(error);
  const known = reasons[code];
  const what = known?.what ?? `cannot be written (${error instanceof Error ? error.message : String(error)})`;
  return new UserError({
    where: file,
    what: code === '' || known === undefined ? what : `${what} (${code})`,
    expected: 'a file that a report can be written to',
    ...(known === undefined ? {} : { hint: known.hint }),
  });
}

/** Writes beside the file, makes sure of the bytes, and only then takes the file's place: never a torn report. */
async function replaceFile(file: string, text: string, files: Files): Promise<void> {
  const beside = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    const handle = await files.open(beside, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await files.rename(beside, file);
  } catch (error) {
    await files.rm(beside, { force: true });
    throw error;
  }
}

/** Writes the text of a file whole or not at all; a device or a pipe (`/dev/stdout`) is written to as it is. */
async function writeWhole(file: string, text: string, files: Files): Promise<void> {
  const target = await files.stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (target === undefined) return replaceFile(file, text, files);
  if (target.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
  // Through a symbolic link the file behind it is replaced, not the link.
  return target.isFile()
    ? replaceFile(await files.realpath(file), text, files)
    : files.appendFile(file, text);
}

/** The OpenAPI document of this package, as a SARIF report points into it. Reads it at the first look-up. */
export function packagedContract(): ContractPlace {
  const uri = 'openapi/store-orders.yaml';
  let find: ContractPlace['lineOf'] | undefined;
  return {
    uri,
    lineOf: (pointer) => {
      find ??= contractLines(readFileSync(new URL(uri, packageRoot), 'utf8'));
      return find(pointer);
    },
  };
}

/**
 * Writes a report into a file, after `redactReport`. A full disk or a lost permission leaves the old file as it was.
 * Throws a UserError (exit code 2) that names the file and the reason.
 */
export async function writeReport(
  report: Report,
  { format, file }: ReportRequest,
  options: ReportOptions = { colour: false, contract: packagedContract() },
  files: Files = nodeFiles,
): Promise<void> {
  const text = reportForms[format].write(report, options);
  await writeWhole(file, text, files).catch((error: unknown) => {
    throw unwritable(file, error);
  });
}

/**
 * Adds the Markdown report to a job summary, the file that GITHUB_STEP_SUMMARY names: other commands of the step may
 * have written to it before. Throws a UserError as `writeReport` does.
 */
export async function appendJobSummary(
  report: Report,
  file: string,
  files: Files = nodeFiles,
): Promise<void> {
  await files.appendFile(file, reportForms.markdown.write(report)).catch((error: unknown) => {
    throw unwritable(file, error);
  });
}
