import type { RunRecord } from './run-record.ts';

/** The records of a run in memory, for `GET /record`. It is as bounded as its recorder. */
export interface RecordLog {
  add(record: RunRecord): void;
  /** Returns the records as JSON, one on each line. */
  text(): string;
}

/** Creates an empty log. Records are kept as text, which takes less memory than objects. */
export function createRecordLog(): RecordLog {
  const lines: string[] = [];
  return {
    add: (record) => void lines.push(recordLine(record)),
    text: () => lines.join(''),
  };
}

/** Returns a record as a line of JSON. */
export function recordLine(record: RunRecord): string {
  return `${JSON.stringify(record)}\n`;
}
