import { statSync, writeSync } from 'node:fs';
import { openReportFile } from '../../report/report-file.ts';
import { UserError } from '../../user-error.ts';

/**
 * Throws a UserError if the file cannot be written, or exists and may not be replaced. Call it before the work. A device or a
 * pipe, such as /dev/stdout, may always be written.
 */
export async function checkOutput(file: string, force: boolean): Promise<void> {
  await openReportFile(file);
  if (!force && statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    throw new UserError({
      where: file,
      what: 'exists already',
      hint: 'name another file, or replace it with `force`',
    });
}

/** Writes all bytes of a text, and throws the error of the file system if that fails. */
export function writeText(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
