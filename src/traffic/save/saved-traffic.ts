import { openReportFile } from '../../report/report-file.ts';
import { version } from '../../version.ts';
import { recordedBy } from '../har/har-format.ts';
import { openOutput } from './output-file.ts';

/** A HAR 1.2 file, to which another thread adds the entries. */
export type SavedTraffic = {
  readonly file: string;
  /** Accepts entries: see `saveExchanges`. */
  readonly descriptor: number;
  /** Replaces the file. Throws a UserError if it cannot be written; an existing file then stays as it was. */
  finish(): void;
  /** Leaves an existing file as it was. Does nothing after `finish`. */
  discard(): void;
};

const comment =
  'Ids, large numbers, ship dates and texts without a meaning in the contract are replaced by others.';

/** Opens a HAR file to replace. Throws a UserError if it cannot be written. */
export async function openSavedTraffic(file: string): Promise<SavedTraffic> {
  await openReportFile(file);
  const output = openOutput(file, 0o600);
  const creator = JSON.stringify({ name: recordedBy, version });
  output.write(
    `{"log":{"version":"1.2","creator":${creator},"comment":${JSON.stringify(comment)},"entries":[`,
  );
  return {
    file,
    descriptor: output.descriptor,
    finish: () => {
      output.write('\n]}}\n');
      output.commit();
    },
    discard: output.discard,
  };
}
