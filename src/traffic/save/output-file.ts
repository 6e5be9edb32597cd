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
import { openReportFile, unwritable } from '../../report/report-file.ts';
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

/** A file that is written in parts to a temporary file in the same folder. */
export type OutputFile = {
  readonly descriptor: number;
  /** Throws a UserError if the text cannot be written. */
  write(text: string): void;
  /** Replaces the file. Throws a UserError if that fails; the file then stays as it was. */
  commit(): void;
  /** Leaves the file as it was. Does nothing after `commit`. */
  discard(): void;
};

/**
 * Opens a file to replace. Throws a UserError if it cannot be written.
 *
 * @param mode the mode of a new file. Default: what the process permits to all
 */
export function openOutput(file: string, mode = 0o666): OutputFile {
  const isPlain = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  const target = isPlain && existsSync(file) ? realpathSync(file) : file;
  const temporary = isPlain ? join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`) : target;
  const descriptor = attempt(file, () => openSync(temporary, isPlain ? 'wx' : 'a', mode));
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  const discard = (): void => {
    close();
    if (isPlain) rmSync(temporary, { force: true });
    process.off('exit', discard);
  };
  process.once('exit', discard);
  return {
    descriptor,
    discard,
    write: (text) => attempt(file, () => writeText(descriptor, text)),
    commit: () => {
      if (isPlain) attempt(file, () => fsyncSync(descriptor));
      close();
      if (isPlain) attempt(file, () => renameSync(temporary, target));
      process.off('exit', discard);
    },
  };
}

/** Writes all bytes of a text, and throws the error of the file system if that fails. */
export function writeText(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function attempt<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw unwritable(file, error);
  }
}
