import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { openReportFile, temporaryFile, unwritable } from '../../report/report-file.ts';
import { version } from '../../version.ts';
import { recordedBy } from '../har/har-format.ts';

const comment =
  'Ids, large numbers, ship dates and texts without a meaning in the contract are replaced by others.';

/**
 * Opens a HAR 1.2 file to replace, to which another thread adds the entries. Until it is finished, they are in a temporary file
 * beside it. Throws a UserError if it cannot be written.
 */
export async function openSavedTraffic(file: string) {
  await openReportFile(file);
  const attempt = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      throw unwritable(file, error);
    }
  };
  const isPlain = statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  const target = isPlain && existsSync(file) ? realpathSync(file) : file;
  const temporary = isPlain ? temporaryFile(target) : target;
  const descriptor = attempt(() => openSync(temporary, isPlain ? 'wx' : 'a', 0o600));
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
  const creator = JSON.stringify({ name: recordedBy, version });
  const head = `{"log":{"version":"1.2","creator":${creator},"comment":${JSON.stringify(comment)},"entries":[`;
  attempt(() => writeFileSync(descriptor, head));
  return {
    file,
    /** Accepts entries: see `saveExchanges`. */
    descriptor,
    /** Leaves an existing file as it was. Does nothing after `finish`. */
    discard,
    /** Replaces the file. Throws a UserError if it cannot be written; an existing file then stays as it was. */
    finish: (): void =>
      attempt(() => {
        writeFileSync(descriptor, '\n]}}\n');
        if (isPlain) fsyncSync(descriptor);
        close();
        if (isPlain) renameSync(temporary, target);
        process.off('exit', discard);
      }),
  };
}
