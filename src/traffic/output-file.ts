import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openReportFile, unwritable } from '../report/report-file.ts';
import { UserError } from '../user-error.ts';

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
      hint: 'name another file, or replace it with --force',
    });
}

const bufferedLength = 64 * 1024;

/**
 * Writes a file in parts: a temporary file in the same folder replaces it once it is complete. If `produce` throws, the file
 * stays as it was. Throws a UserError if the file cannot be written.
 *
 * @param produce calls its parameter with each part
 * @param options the mode of a new file. Default: what the process permits to all
 */
export async function writeInParts<Result>(
  file: string,
  produce: (write: (text: string) => void) => Result | Promise<Result>,
  { mode = 0o666 }: { readonly mode?: number } = {},
): Promise<Result> {
  const isPlain = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  const target = isPlain && existsSync(file) ? realpathSync(file) : file;
  const temporary = isPlain ? join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`) : target;
  const remove = (): void => {
    if (isPlain) rmSync(temporary, { force: true });
  };
  process.once('exit', remove);
  try {
    const result = await writeTo(openSync(temporary, isPlain ? 'wx' : 'a', mode), isPlain, produce);
    if (isPlain) renameSync(temporary, target);
    return result;
  } catch (error) {
    remove();
    const isFileError = error instanceof Error && 'syscall' in error;
    throw isFileError ? unwritable(file, error) : error;
  } finally {
    process.off('exit', remove);
  }
}

async function writeTo<Result>(
  descriptor: number,
  isPlain: boolean,
  produce: (write: (text: string) => void) => Result | Promise<Result>,
): Promise<Result> {
  let buffered = '';
  const flush = (): void => {
    const bytes = Buffer.from(buffered);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    buffered = '';
  };
  try {
    const result = await produce((text) => {
      buffered += text;
      if (buffered.length >= bufferedLength) flush();
    });
    flush();
    if (isPlain) fsyncSync(descriptor);
    return result;
  } finally {
    closeSync(descriptor);
  }
}
