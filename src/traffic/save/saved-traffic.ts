import { inSlices } from '../../in-slices.ts';
import { openReportFile, unwritable } from '../../report/report-file.ts';
import { version } from '../../version.ts';
import { recordedBy } from '../har/har-format.ts';
import { writeInParts } from '../output-file.ts';
import type { AnonymousFile } from '../pseudonyms/anonymous-file.ts';
import { type Change, collectInto, replaceBy } from '../pseudonyms/change.ts';
import { harEntry } from './har-entry.ts';
import type { SeenExchange } from './seen-exchange.ts';
import { type OpenSpool, openSpool, readSpool } from './spool.ts';

/** Options of `openSavedTraffic`. */
export type SavedTrafficOptions = {
  /** The HAR file to write. An existing one is replaced. */
  readonly file: string;
  /** The scheme, host and port of the upstream. */
  readonly origin: string;
};

/** A HAR 1.2 file that is written at the end. */
export type SavedTraffic = AnonymousFile<void> & {
  readonly file: string;
  readonly spool: OpenSpool;
};

/** Opens what keeps the traffic until it is written. Throws a UserError if the file cannot be written. */
export async function openSavedTraffic({ file, origin }: SavedTrafficOptions): Promise<SavedTraffic> {
  await openReportFile(file);
  const spool = open(file);
  const entries = async (change: Change, onEntry: (entry: object) => void): Promise<void> => {
    for await (const record of inSlices(readSpool(spool))) {
      const seen = JSON.parse(record.toString('utf8')) as SeenExchange;
      onEntry(harEntry(seen, origin, { change, now: seen.startedAt }));
    }
  };
  return {
    file,
    spool,
    collect: (anonymiser) => entries(collectInto(anonymiser), () => {}),
    write: (replacement) =>
      writeInParts(
        file,
        async (write) => {
          const creator = JSON.stringify({ name: recordedBy, version });
          let separator = '';
          write(
            `{"log":{"version":"1.2","creator":${creator},"comment":${JSON.stringify(comment)},"entries":[`,
          );
          await entries(replaceBy(replacement), (entry) => {
            write(`${separator}\n${JSON.stringify(entry)}`);
            separator = ',';
          });
          write('\n]}}\n');
        },
        { mode: 0o600 },
      ),
  };
}

const comment = 'Order ids, pet ids, large numbers and dates of orders are replaced by others.';

function open(file: string): OpenSpool {
  try {
    return openSpool(file);
  } catch (error) {
    throw unwritable(file, error);
  }
}
