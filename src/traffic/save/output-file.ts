import { statSync } from 'node:fs';
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
