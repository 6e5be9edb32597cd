import { createRecordLines } from './record-lines.ts';
import type { RunRecord } from './run-record.ts';
import type { RunRecorder } from './run-recorder.ts';

/** The records of a run in memory, for `GET /record`. It is as bounded as its recorder. */
export type RecordLog = ReturnType<typeof createRecordLog>;

/** Creates an empty log. Records are kept as text, which takes less memory than objects. */
export function createRecordLog() {
  const lines: string[] = [];
  const write = createRecordLines();
  return {
    add: (record: RunRecord): void => void lines.push(write(record)),
    /** Returns the records as lines of JSON. */
    text: (): string => lines.join(''),
  };
}

/** The record as the control API shows it, with what was only counted so far. */
export function shownRecord(
  log: RecordLog | undefined,
  recorder: () => RunRecorder | undefined,
): Pick<RecordLog, 'text'> | undefined {
  const text = (): string => {
    recorder()?.flush();
    return log?.text() ?? '';
  };
  return log && { text };
}
