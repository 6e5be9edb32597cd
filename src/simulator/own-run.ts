import { appendFileSync } from 'node:fs';
import { readRunVariables } from '../options/run-variables.ts';
import { codeOf, UserError } from '../user-error.ts';
import { createRecordLines } from './environment/record/record-lines.ts';
import { RecordLog } from './environment/record/record-log.ts';
import type { RunRecord } from './environment/record/run-record.ts';
import type { RunParts } from './environment/record/run-recorder.ts';
import type { StartOptions } from './start-options.ts';

/** The run of `matrix` to which a simulator belongs that a test or a command line started. */
export type OwnRun = RunParts & {
  /** The records, if they are not written to a file. */
  readonly log: RecordLog | undefined;
};

/**
 * Reads the run from the options `cell` and `record`, or else from the variables of the process. Returns undefined if there
 * is neither. Throws a UserError for a cell that is not valid, and for a file that cannot be written.
 */
export async function readOwnRun(options: StartOptions): Promise<OwnRun | undefined> {
  const variables = readRunVariables();
  const cell = given('cell', options.cell, 'SIM_CELL', variables.cell);
  const record = given('record', options.record, 'SIM_RECORD', variables.record);
  if (cell === undefined && record === undefined) return undefined;
  const { readCell } = await import('./scenarios/read-cell.ts');
  const log = record === undefined ? new RecordLog() : undefined;
  return {
    cell: cell && (await readCell(cell)),
    onRecord: record === undefined ? log?.add : openRecordFile(record),
    log,
  };
}

type Given = { readonly name: string; readonly text: string };

function given(
  option: string,
  value: string | undefined,
  variable: string,
  otherwise: string | undefined,
): Given | undefined {
  if (value !== undefined) return { name: option, text: value };
  return otherwise === undefined ? undefined : { name: variable, text: otherwise };
}

/**
 * Returns a function that appends records to a file. Each record is written at once and as a whole line, so that nothing is
 * lost if the process exits without a stop, and lines of several simulators and processes do not mix. After a failure it
 * reports once and writes no more, because the next line would continue a torn one.
 */
function openRecordFile({ name, text: file }: Given): (record: RunRecord) => void {
  const problemOf = (error: unknown) => ({
    where: name,
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
