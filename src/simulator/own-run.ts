import { appendFileSync } from 'node:fs';
import type { RunVariables } from '../options/process-variables.ts';
import { codeOf, UserError } from '../user-error.ts';
import { createRecordLines, createRecordLog } from './environment/record/record-lines.ts';
import type { RunParts, RunRecord } from './environment/record/run-recorder.ts';
import { readCell } from './scenarios/profile-file.ts';

/** The run of `matrix` to which a simulator belongs that a test or a command line started. */
export type OwnRun = RunParts & {
  /** Returns the records, if they are not written to a file. */
  readonly text?: () => string;
};

/**
 * Reads the run of variables. Returns undefined if there is none. Throws a UserError for a cell that is not
 * valid, and for a file that cannot be written.
 */
export async function readOwnRun({ cell: given, record }: RunVariables): Promise<OwnRun | undefined> {
  if (given === undefined && record === undefined) return undefined;
  const cell = given === undefined ? undefined : await readCell({ name: 'SIM_CELL', text: given });
  if (record !== undefined) return { cell, onRecord: openRecordFile(record) };
  const { add, text } = createRecordLog();
  return { cell, onRecord: add, text };
}

/**
 * Returns a function that appends records to a file. Each record is written at once and as a whole line, so that nothing is
 * lost if the process exits without a stop, and lines of several simulators and processes do not mix.
 */
function openRecordFile(file: string): (record: RunRecord) => void {
  try {
    appendFileSync(file, '');
  } catch (error) {
    const what = `${file} cannot be written (${codeOf(error) ?? error})`;
    throw new UserError({ where: 'SIM_RECORD', what, expected: 'a file in a folder that exists' });
  }
  const write = createRecordLines();
  return (record) => appendFileSync(file, write(record));
}
