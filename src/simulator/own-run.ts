import { appendFileSync } from 'node:fs';
import type { RunVariables } from '../options/run-variables.ts';
import { codeOf, UserError } from '../user-error.ts';
import { createRecordLines } from './environment/record/record-lines.ts';
import { RecordLog } from './environment/record/record-log.ts';
import type { RunRecord } from './environment/record/run-record.ts';
import type { RunParts } from './environment/record/run-recorder.ts';

/** The run of `matrix` to which a simulator belongs that a test or a command line started. */
export type OwnRun = RunParts & {
  /** The records, if they are not written to a file. */
  readonly log: RecordLog | undefined;
};

/**
 * Reads the run of variables. Returns undefined if there is none. Throws a UserError for a cell that is not
 * valid, and for a file that cannot be written.
 */
export async function readOwnRun({ cell, record }: RunVariables): Promise<OwnRun | undefined> {
  if (cell === undefined && record === undefined) return undefined;
  const { readCell } = await import('./scenarios/read-cell.ts');
  const log = record === undefined ? new RecordLog() : undefined;
  return {
    cell: cell === undefined ? undefined : await readCell({ name: 'SIM_CELL', text: cell }),
    onRecord: record === undefined ? log?.add : openRecordFile(record),
    log,
  };
}

/**
 * Returns a function that appends records to a file. Each record is written at once and as a whole line, so that nothing is
 * lost if the process exits without a stop, and lines of several simulators and processes do not mix. After a failure it
 * reports once and writes no more, because the next line would continue a torn one.
 */
function openRecordFile(file: string): (record: RunRecord) => void {
  const problemOf = (error: unknown) => ({
    where: 'SIM_RECORD',
    what: `${file} cannot be written (${codeOf(error) ?? error})`,
  });
  try {
    appendFileSync(file, '');
  } catch (error) {
    throw new UserError({ ...problemOf(error), expected: 'a file in a folder that exists' });
  }
  const write = createRecordLines();
  let failed = false;
  return (record) => {
    if (failed) return;
    try {
      appendFileSync(file, write(record));
    } catch (error) {
      failed = true;
      const { where, what } = problemOf(error);
      console.error(`${where} ${what}; the record of this run is incomplete`);
    }
  };
}
